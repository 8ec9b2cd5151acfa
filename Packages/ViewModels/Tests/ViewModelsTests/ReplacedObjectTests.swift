import Bindings
import BindingsTestSupport
import Testing

@testable import ViewModels

/// Closures and objects that are replaced: what they held may come back to whoever replaces them.
@Suite(.ownGraph) @MainActor struct ReplacedObjectTests {
  @MainActor
  fileprivate final class Ending {
    private let action: @MainActor () -> Void
    init(_ action: @escaping @MainActor () -> Void) { self.action = action }
    isolated deinit { action() }
  }

  /// A value that equals every other one of its type.
  fileprivate struct Label: Equatable {
    let ending: Ending
    static func == (one: Label, other: Label) -> Bool { true }
  }

  @ViewModel
  fileprivate final class Shelf {
    var number = 0
    @Ignored var atEnd: @MainActor () -> Void = {}
    var label: Label {
      _ = number
      return Label(ending: Ending(atEnd))
    }
  }

  @Test func derivedValueThatWasEqualMayWriteAtItsEnd() {
    let shelf = Shelf()
    let ends = Property(0)
    shelf.atEnd = {
      ends.value += 1
      _ = shelf.$label.peek()
    }
    for number in 1...4 {
      shelf.number = number
      _ = shelf.$label.value
      // The first one stays, for the others are no other value.
      #expect(ends.value == number - 1)
    }
  }

  @Test func wordingMayToastWhenItIsReplaced() {
    let prompts = Prompts()
    let ending = { Ending { prompts.toast("gone") } }
    prompts.wording = { [ending = ending()] text, _ in withExtendedLifetime(ending) { text } }
    prompts.wording = { text, _ in text.uppercased() }
    #expect(prompts.toasts.map(\.text) == ["GONE"])
  }

  @Test func wordingThatAnObserverReplacesIsNoDependency() {
    let prompts = Prompts()
    let (number, language) = (Property(0), Property(0))
    let ending = { Ending { _ = number.value } }
    var runs = 0
    let token = observe {
      runs += 1
      let ending = ending()
      prompts.wording = { text, _ in withExtendedLifetime(ending) { text } }
      _ = language.value
    }
    language.value = 1
    #expect(runs == 2)
    number.value = 1
    #expect(runs == 2)
    token.cancel()
  }

  @Test func reloadMayPullWhenItIsReplaced() async {
    let page = PageState()
    var pulled = 0
    let ending = { Ending { page.pullCommand.execute() } }
    page.onPull { [ending = ending()] in withExtendedLifetime(ending) {} }
    page.onPull { pulled += 1 }
    page.allowsPulling = false
    page.onPull {}
    #expect(pulled == 1 && page.allowsPulling)
  }

  @Test(arguments: [false, true])
  func routerMayBeUsedWhenItIsReplaced(isAdded: Bool) {
    let navigator = Navigator(root: NamedPage("a"))
    let ending = { Ending { try? navigator.open("/b") } }
    navigator.router.add("/b") { [ending = ending()] _ in
      withExtendedLifetime(ending) { NamedPage("old") }
    }
    if isAdded {
      navigator.router.add("/b") { _ in NamedPage("new") }
    } else {
      var router = Router()
      router.add("/b") { _ in NamedPage("new") }
      navigator.router = router
    }
    #expect(navigator.shape == "new*" || navigator.shape == "a new*")
  }

  private enum ServiceKey: ViewModelEnvironmentKey {
    static var liveValue: Ending? { nil }
  }

  @Test(arguments: [false, true])
  func serviceMayLookAroundWhenItIsReplaced(isWhole: Bool) {
    let page = LifecycleViewModel()
    var seen: [Bool] = []
    page.environment[ServiceKey.self] = Ending {
      seen.append(page.environment[ServiceKey.self] == nil)
    }
    if isWhole {
      page.environment = LifecycleViewModel.Environment()
    } else {
      page.environment[ServiceKey.self] = nil
    }
    #expect(seen == [true])
  }

  /// A clock whose waits tell when they are called off.
  private struct TellingClock: CallbackClock {
    let base = ManualClock()
    let tell: @MainActor () -> Void
    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
    func schedule(
      after duration: Duration, _ action: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
      let cancel = base.schedule(after: duration, action)
      return {
        cancel()
        tell()
      }
    }
  }

  @Test(arguments: [false, true])
  func clockOfAToastMayToastWhenItIsCalledOff(isEnd: Bool) throws {
    let home = LifecycleViewModel()
    let prompts = Prompts()
    home.addChild(prompts)
    var told = 0
    home.environment[ClockKey.self] = TellingClock { [weak prompts] in
      told += 1
      if told == 1 { prompts?.toast("called off", duration: .untilTapped) }
    }
    let id = try #require(prompts.toast("hello"))
    if isEnd { home.end() } else { try prompts.dismissToast(id) }
    #expect(told == 1)
    #expect(prompts.toasts.map(\.text) == (isEnd ? [] : ["called off"]))
  }

  /// A clock for which no time passes: what is to wait happens at once.
  private struct HastyClock: CallbackClock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    @MainActor
    func schedule(
      after duration: Duration, _ action: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
      action()
      return {}
    }
  }

  @Test func toastThatGoesAtOnceLeavesNothingBehind() {
    let prompts = Prompts()
    prompts.environment[ClockKey.self] = HastyClock()
    for text in ["a", "b"] { prompts.toast(text) }
    #expect(prompts.toasts.isEmpty && prompts.toastTimers.isEmpty && prompts.toastActions.isEmpty)
  }

  /// A cursor that does something when nobody has it any more.
  @MainActor
  private final class Cursor {
    let number: Int
    let ending: Ending?
    init(_ number: Int, _ action: (@MainActor () -> Void)? = nil) {
      self.number = number
      ending = action.map { Ending($0) }
    }
  }

  @Test(arguments: [false, true])
  func cursorMayAskThePagerWhenItIsReplaced(isRefresh: Bool) async throws {
    final class Box { var pager: Pager<NewsRow, Cursor>? }
    let (list, box) = (ObservableList<NewsRow>(), Box())
    var seen: [Bool] = []
    let pager = Pager<NewsRow, Cursor>(into: list, from: Cursor(0)) { cursor in
      let next = cursor.number + 1
      return Page(
        [NewsRow(id: next)],
        next: Cursor(next) {
          guard let pager = box.pager else { return }
          seen.append(pager.canLoadMore)
          pager.didReach(next)
        })
    }
    box.pager = pager
    await pager.refresh()
    await pager.loadMore()
    if isRefresh { await pager.refresh() } else { await pager.loadMore() }
    #expect(!seen.isEmpty)
    box.pager = nil
  }

  @Test func answerThatNobodyTakesMayAskThePagerWhenItEnds() async {
    final class Box { var pager: Pager<NewsRow, Cursor>? }
    let (list, box) = (ObservableList<NewsRow>(), Box())
    let pages = Property(0)
    var ends = 0
    let pager = Pager<NewsRow, Cursor>(into: list, from: Cursor(0)) { _ in
      pages.value += 1
      return Page(
        [],
        next: Cursor(1) {
          ends += 1
          box.pager?.cancel()
          box.pager?.suspend()
        })
    }
    box.pager = pager
    pager.suspend()
    let task = Task { await pager.refresh() }
    await Task.yield()
    pager.resume()
    while pages.peek() == 0 { await Task.yield() }
    pager.suspend()
    while ends == 0 {
      pager.cancel()
      await Task.yield()
    }
    _ = await task.value
    #expect(ends > 0 && !pager.isLoading)
    box.pager = nil
  }

  @ViewModel
  private final class LeavingCell: CellViewModel {
    @Ignored var atEnd: @MainActor () -> Void = {}
    isolated deinit { atEnd() }
  }

  @Test func cellThatHasGoneElsewhereMayLookAtItsSectionWhenItEnds() throws {
    let section = SectionViewModel()
    let (first, other) = (ListViewModel(), ListViewModel())
    var seen: [Int] = []
    do {
      let cell = LeavingCell()
      cell.atEnd = { [weak section] in seen.append(section?.cells.count ?? -1) }
      try first.append(section, cells: [cell])
      try first.remove(section)
      try other.append(cell)
      try other.remove(cell)
    }
    #expect(section.cells.isEmpty && seen == [0])
    try first.append(section)
    #expect(first.count == 0)
  }
}
