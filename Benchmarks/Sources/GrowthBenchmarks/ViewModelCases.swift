import Bindings
import Measuring
import ViewModels

/// A row of the lists that are measured.
private struct GrowthRow: Identifiable, Equatable {
  var id: Int
  var rank: Int
}

/// A page without anything of its own.
private final class PlainPage: LifecycleViewModel {}

/// View-models: families, lists, screens, questions, pages.
@MainActor let viewModelCases: [GrowthCase] = [
  GrowthCase("viewModel.makeAndEnd", size: 100) { count in
    let all = (0..<count).map { _ in PlainPage() }
    for one in all { one.end() }
  },
  GrowthCase("viewModel.addAndRemoveChild", size: 100) { count in
    let parent = PlainPage()
    let children = (0..<count).map { _ in PlainPage() }
    for child in children { parent.addChild(child) }
    for child in children { parent.removeChild(child) }
  },
  GrowthCase("viewModel.keep") { count in
    let page = PlainPage()
    let source = Property(0)
    for _ in 0..<count {
      let token = observe { blackHole(source.value) }
      page.keep(token)
      token.cancel()
    }
    page.end()
  },
  GrowthCase("viewModel.list.append", size: 300, .rootEach) { count in
    let list = ListViewModel()
    for index in 0..<count { blackHole(try? list.append(TextCell("\(index)"))) }
    list.end()
  },
  GrowthCase("viewModel.list.removeLast", size: 300, .rootEach) { count in
    let list = ListViewModel()
    for index in 0..<count { blackHole(try? list.append(TextCell("\(index)"))) }
    for _ in 0..<count { blackHole(try? list.removeLast()) }
    list.end()
  },
  GrowthCase("viewModel.list.selectAndFind", size: 300, .rootEach) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    for cell in cells { blackHole(try? list.append(cell)) }
    for cell in cells { blackHole(list.path(of: cell)) }
    list.end()
  },
  GrowthCase("viewModel.list.follow", size: 300, .rootEach) { count in
    let rows = ObservableList<GrowthRow>()
    let list = ListViewModel()
    let section = SectionViewModel()
    blackHole(try? list.append(section))
    let token = list.follow(rows.cells { TextCell("\($0.id)") }, in: section)
    for id in 0..<count { rows.edit { $0.append(GrowthRow(id: id, rank: id)) } }
    token.cancel()
    list.end()
  },
  GrowthCase("viewModel.navigator.pushAndPop", size: 100) { count in
    let navigator = Navigator(root: PlainPage())
    for _ in 0..<count {
      blackHole(try? navigator.push(PlainPage()))
      navigator.pop()
    }
    navigator.end()
  },
  GrowthCase("viewModel.toasts", size: 100) { count in
    let prompts = Prompts()
    for index in 0..<count { prompts.toast("\(index)") }
    prompts.end()
  },
  GrowthCase("viewModel.pager", size: 100) { count in
    let rows = ObservableList<GrowthRow>()
    let pager = Pager(into: rows, from: 0) { page in
      Page([GrowthRow(id: page, rank: page)], next: page < count ? page + 1 : nil)
    }
    while pager.canLoadMore { await pager.loadMore() }
    precondition(rows.peek().count == count + 1)
  },
]
