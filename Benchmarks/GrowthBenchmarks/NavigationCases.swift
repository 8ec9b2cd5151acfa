import Bindings
import Measuring
import ViewModels

/// Returns a navigator with a page for each number.
@MainActor
private func numberedNavigator() -> Navigator {
  var router = Router(scheme: "demo")
  router.add("/page/{id}", named: "page") { _ in PlainPage() }
  return Navigator(root: PlainPage(), router: router)
}

/// Cases of screens: stacks, presentations, URLs, segments.
@MainActor let navigationCases: [GrowthCase] = [
  GrowthCase("viewModel.navigator.pushAndPop", size: 100) { count in
    let navigator = Navigator(root: PlainPage())
    for _ in 0..<count {
      blackHole(try? navigator.push(PlainPage()))
      navigator.pop()
    }
    navigator.end()
  },
  // Each screen is searched for among all screens of the tree.
  GrowthCase("viewModel.navigator.push", size: 100, .linearEach) { count in
    let navigator = Navigator(root: PlainPage())
    for _ in 0..<count { blackHole(try? navigator.push(PlainPage())) }
    navigator.popToRoot()
    navigator.end()
  },
  // Children that are no screens, such as parts of the app.
  GrowthCase("viewModel.navigator.addChild", size: 100) { count in
    let navigator = Navigator(root: PlainPage())
    for _ in 0..<count { navigator.addChild(PlainPage()) }
    navigator.end()
  },
  GrowthCase("viewModel.navigator.setStack", size: 100, .linearEach) { count in
    let navigator = Navigator(root: PlainPage())
    let pages = (0..<count).map { _ in PlainPage() }
    blackHole(try? navigator.setStack(pages))
    blackHole(try? navigator.setStack(pages.reversed()))
    navigator.end()
  },
  GrowthCase("viewModel.navigator.present", size: 100) { count in
    let navigator = Navigator(root: PlainPage())
    for _ in 0..<count {
      blackHole(try? navigator.present(PlainPage()))
      navigator.dismiss()
    }
    navigator.end()
  },
  GrowthCase("viewModel.navigator.open", size: 100) { count in
    let navigator = numberedNavigator()
    for id in 0..<count { blackHole(try? navigator.open("demo:///page/\(id)")) }
    navigator.end()
  },
  GrowthCase("viewModel.navigator.restore", size: 100) { count in
    let navigator = numberedNavigator()
    blackHole(try? navigator.open("demo:///page/1"))
    let place = navigator.snapshot()
    for _ in 0..<count {
      navigator.popToRoot()
      blackHole(try? navigator.restore(place))
    }
    navigator.end()
  },
  // A pattern is searched for among all patterns.
  GrowthCase("viewModel.router", size: 100, .linearEach) { count in
    var router = Router()
    for index in 0..<count { router.add("/place\(index)/{id}") { _ in PlainPage() } }
    let navigator = Navigator(root: PlainPage(), router: router)
    for index in 0..<count { blackHole(try? navigator.open("/place\(index)/1")) }
    navigator.end()
  },
  GrowthCase("viewModel.segmented", size: 100) { count in
    let segments = SegmentedViewModel()
    for _ in 0..<count { segments.addChild(PlainPage()) }
    for index in 0..<count { blackHole(try? segments.select(index)) }
    segments.end()
  },
]
