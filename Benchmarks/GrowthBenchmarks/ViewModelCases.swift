import Bindings
import Measuring
import REPLKit
import ViewModels

/// A row of the measured lists.
struct GrowthRow: Identifiable, Equatable {
  var id: Int
  var rank: Int
}

/// A page without members of its own.
final class PlainPage: LifecycleViewModel {}

/// A view-model that tools access through its schema.
@ViewModel
private final class TypedPage {
  var number = 0
  @Command func add(_ step: Int) { number += step }
}

/// Cases of view-models: parents and children, questions, pages, and the access of tools.
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
  GrowthCase("viewModel.chain", size: 300) { count in
    let top = PlainPage()
    var last = top
    for _ in 0..<count {
      let next = PlainPage()
      last.addChild(next)
      last = next
    }
    top.end()
  },
  // Each view-model looks for the time among its ancestors when it has loaded.
  GrowthCase("viewModel.chain.shown", size: 100, .linearEach) { count in
    let top = PlainPage()
    top.screenDidLoad()
    top.screenWillAppear()
    var last = top
    for _ in 0..<count {
      let next = PlainPage()
      last.addChild(next)
      last = next
    }
    top.screenWillDisappear()
    top.screenWillAppear()
    top.end()
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
  GrowthCase("viewModel.pager.didReach") { count in
    let rows = ObservableList((0..<count).map { GrowthRow(id: $0, rank: $0) })
    let pager = Pager(into: rows, from: 0) { _ in Page<GrowthRow, Int>([], next: nil) }
    await pager.refresh()
    rows.replace(with: (0..<count).map { GrowthRow(id: $0, rank: $0) })
    for id in 0..<count { pager.didReach(id) }
  },
  // Each question is searched for among all open questions.
  GrowthCase("viewModel.prompts.askAndHide", size: 100, .linearEach) { count in
    let prompts = Prompts()
    for index in 0..<count {
      prompts.ask(Question<Never>("\(index)", actions: [.cancel("No")])) { _ in }
    }
    for index in 0..<count { prompts.hide("\(index)") }
    prompts.end()
  },
  GrowthCase("viewModel.prompts.begin", size: 100) { count in
    let prompts = Prompts()
    for _ in 0..<count { blackHole(prompts.begin()) }
    for _ in 0..<count { blackHole(try? prompts.finish()) }
    prompts.end()
  },
  // The oldest element leaves an array, which moves the others.
  GrowthCase("viewModel.prompts.oldestFirst", size: 100, .linearEach) { count in
    let prompts = Prompts()
    let activities = (0..<count).map { _ in prompts.begin() }
    for id in activities { blackHole(try? prompts.finish(id)) }
    for index in 0..<count { prompts.toast("\(index)", duration: .untilTapped) }
    for toast in prompts.toasts { blackHole(try? prompts.dismissToast(toast.id)) }
    prompts.end()
  },
  GrowthCase("viewModel.schema") { count in
    let page = TypedPage()
    guard let number = TypedPage.schema["number"], let add = TypedPage.schema["add"] else { return }
    let token = observe { blackHole(try? number.value(in: page)) }
    for value in 0..<count {
      blackHole(try? number.set(.int(value), in: page))
      blackHole(try? number.value(in: page))
      blackHole(try? add.command(in: page)?.execute([LabeledArgument(value: .int(1))]))
    }
    token.cancel()
  },
  GrowthCase("viewModel.catalog") { count in
    var catalog = Catalog()
    catalog.add(TypedPage.self)
    for _ in 0..<count { blackHole(try? await catalog["TypedPage"]?.make()) }
  },
  GrowthCase("viewModel.dynamicValue") { count in
    let rows = (0..<count).map { CodedRow(id: $0, text: "\($0)") }
    let value = try? DynamicValue(encoding: rows)
    blackHole(try? value?.decode(as: [CodedRow].self))
  },
]

/// A value that is converted to a dynamic value and back.
private struct CodedRow: Codable {
  var id: Int
  var text: String
}
