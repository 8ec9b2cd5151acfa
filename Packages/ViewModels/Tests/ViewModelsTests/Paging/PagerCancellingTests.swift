import Bindings
import Foundation
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PagerCancellingTests {
  private let news = PagedNews()
  private var pager: Pager<NewsRow, Int> { news.pager }
  private var pages: HandDrivenPages { news.pages }

  // C10: cancelling did nothing, because nothing was kept that could be cancelled.
  @Test func cancellingReachesTheRequest() async {
    await news.refresh(1...2, next: 2)
    let more = Task { await pager.loadMore() }
    await pages.requests(2)
    pager.cancel()
    #expect(!pager.isLoading && pager.canLoadMore)
    #expect(await more.value.isCancelled)
    await pages.cancellations(1)
    #expect(pages.cancelled == [1] && pages.unanswered.isEmpty)
    await news.more(3...3, next: nil)
    #expect(news.ids == [1, 2, 3])
  }

  @Test func anAnswerThatComesAfterTheCancelIsDropped() async {
    pages.heedsCancellation = false
    await news.refresh(1...2, next: 2)
    let more = Task { await pager.loadMore() }
    await pages.requests(2)
    pager.cancel()
    #expect(await more.value.isCancelled)
    pages.answer(1, 3...9, next: 9)
    await news.more(3...3, next: nil)
    #expect(news.ids == [1, 2, 3] && pages.asked == [0, 2, 2])
  }

  @Test func aRefreshCancelsAndDropsWhatIsOlder() async {
    pages.heedsCancellation = false
    await news.refresh(1...2, next: 2)
    let more = Task { await pager.loadMore() }
    await pages.requests(2)
    let refresh = Task { await pager.refresh() }
    await pages.requests(3)
    #expect(await more.value.isCancelled)
    await pages.cancellations(1)
    pages.answer(1, 3...9, next: 9)
    #expect(!pager.older.isLoading && !pager.canLoadMore)
    let joined = Task { await pager.loadMore() }
    pages.answer(2, 7...8, next: 8)
    #expect(await refresh.value.count == 2)
    _ = await joined.value
    #expect(news.ids == [7, 8] && pages.cancelled == [1])
    pager.cancel()
  }

  @Test func aCallerThatIsCancelledCancelsTheLoad() async {
    let caller = Task { await pager.refresh() }
    await pages.requests(1)
    caller.cancel()
    #expect(await caller.value.isCancelled && !pager.isLoading)
    await pages.cancellations(1)
  }

  @Test func aCallerThatIsCancelledLeavesTheLoadToTheOthers() async {
    let callers = (0..<2).map { _ in Task { await pager.refresh() } }
    await pages.requests(1)
    callers[0].cancel()
    #expect(await callers[0].value.isCancelled && pager.isLoading)
    pages.answer(0, 1...2, next: nil)
    #expect(await callers[1].value.count == 2 && pages.cancelled.isEmpty)
  }

  @Test func aCallerThatIsCancelledLeavesTheLoadToTheView() async {
    await news.refresh(1...2, next: 2)
    pager.didReach(2)
    let caller = Task { await pager.loadMore() }
    await pages.requests(2)
    caller.cancel()
    #expect(await caller.value.isCancelled && pager.isLoading)
    pages.answer(1, 3...3, next: nil)
    await news.settled()
    #expect(news.ids == [1, 2, 3])
  }

  @Test func aCallerThatWasCancelledBeforeAsksNobody() async {
    let caller = Task {
      while !Task.isCancelled { await Task.yield() }
      return [await pager.refresh(), await pager.retry()]
    }
    caller.cancel()
    #expect(await caller.value.allSatisfy { $0.isCancelled })
    #expect(!pager.isLoading && pages.asked.isEmpty)
  }

  @Test func aServiceThatGivesUpByItselfIsNoFailure() async {
    let outcome = await news.get(pager.refresh) { pages.fail($0, CancellationError()) }
    #expect(outcome.isCancelled && pager.refreshState.error == nil && !pager.isLoading)
  }

  // C10: suspending did nothing.
  @Test func nothingStartsWhileSuspended() async {
    await news.refresh(1...2, next: 2)
    pager.suspend()
    #expect(!pager.canLoadMore && pager.isSuspended)
    let more = Task { await pager.loadMore() }
    while !pager.isLoading { await Task.yield() }
    #expect(pages.asked == [0])
    pager.resume()
    await pages.requests(2)
    pages.answer(1, 3...3, next: nil)
    #expect(await more.value.count == 1 && news.ids == [1, 2, 3])
  }

  @Test func whatIsSuspendedOrGivenUpAtOnceIsNotRequested() async {
    let owner = LifecycleViewModel()
    owner.keep(pager)
    await news.refresh(1...2, next: 2)
    let giveUp: [@MainActor () -> Void] = [pager.suspend, pager.cancel, owner.end]
    for give in giveUp {
      pager.didReach(2)
      give()
      for _ in 0..<20 { await Task.yield() }
      #expect(pages.asked == [0])
      pager.cancel()
      pager.resume()
    }
  }

  // Each pager that a view-model had ever used lived as long as the view-model.
  @Test func aPagerThatIsReplacedIsReleased() {
    let owner = LifecycleViewModel()
    var latest = PagedNews()
    owner.keep(latest.pager)
    weak let first = latest.pager
    latest = PagedNews()
    owner.keep(latest.pager)
    #expect(first == nil)
    owner.end()
    #expect(!latest.pager.canLoadMore)
  }

  @Test func whatIsSuspendedAndResumedAtOnceIsRequestedOnce() async {
    await news.refresh(1...2, next: 2)
    pager.didReach(2)
    for _ in 0..<3 {
      pager.suspend()
      pager.resume()
      for _ in 0..<20 { await Task.yield() }
      #expect(pages.asked == [0, 2])
    }
    pager.cancel()
  }

  @Test func anAnswerWaitsWhileSuspended() async {
    let refresh = Task { await pager.refresh() }
    await pages.requests(1)
    pager.suspend()
    pages.answer(0, 1...2, next: nil)
    while !pages.unanswered.isEmpty { await Task.yield() }
    #expect(news.ids.isEmpty && pager.refreshState.isLoading)
    pager.resume()
    #expect(await refresh.value.count == 2 && news.ids == [1, 2])
  }

  @Test func whatWaitsWhileSuspendedCanBeCancelled() async {
    pager.suspend()
    let refresh = Task { await pager.refresh() }
    while !pager.isLoading { await Task.yield() }
    pager.cancel()
    #expect(await refresh.value.isCancelled)
    pager.resume()
    await news.refresh(1...2, next: nil)
    #expect(pages.asked == [0])
  }

  @Test func theEndOfTheOwnerCancels() async {
    let owner = LifecycleViewModel(environment: .early)
    owner.keep(pager)
    await news.refresh(1...2, next: 2)
    #expect(pager.lastUpdate == Date(timeIntervalSinceReferenceDate: 0))
    #expect(pager.canLoadMore)
    let more = Task { await pager.loadMore() }
    await pages.requests(2)
    owner.end()
    #expect(await more.value.isCancelled && !pager.isLoading && !pager.canLoadMore)
    #expect(await pager.refresh().isCancelled)
    #expect(await pager.retry().isCancelled)
    pager.didReach(2)
    #expect(!pager.isLoading && pages.asked == [0, 2])
    await pages.cancellations(1)
  }

  @Test func aPagerThatNobodyHoldsIsReleasedAndItsRequestCancelled() async {
    weak var gone: Pager<NewsRow, Int>?
    let pages = HandDrivenPages()
    do {
      let list = ObservableList([NewsRow(id: 1)])
      let pager = Pager(into: list, from: 0, page: pages.page)
      gone = pager
      let first = Task { await pager.refresh() }
      await pages.requests(1)
      pages.answer(0, 1...2, next: 2)
      _ = await first.value
      pager.didReach(2)
      await pages.requests(2)
    }
    await pages.cancellations(1)
    #expect(gone == nil)
  }

  @Test func aSuspendedPagerThatNobodyHoldsIsReleased() async {
    weak var gone: Pager<NewsRow, Int>?
    let pages = HandDrivenPages()
    do {
      let pager = Pager(into: ObservableList(), from: 0, page: pages.page)
      gone = pager
      let first = Task { await pager.refresh() }
      await pages.requests(1)
      pages.answer(0, 1...2, next: 2)
      _ = await first.value
      pager.suspend()
      pager.didReach(2)
    }
    while gone != nil { await Task.yield() }
    #expect(pages.asked == [0])
  }

  /// A row whose end may do something.
  @MainActor
  private final class EndingRow: Identifiable {
    nonisolated let id: Int
    let onEnd: @MainActor () -> Void
    init(_ id: Int, _ onEnd: @escaping @MainActor () -> Void = {}) {
      (self.id, self.onEnd) = (id, onEnd)
    }
    isolated deinit { onEnd() }
  }

  @Test(arguments: [false, true])
  func aRowMayGiveUpTheLoadThatReplacesIt(isRefresh: Bool) async {
    let list = ObservableList<EndingRow>()
    var asked: [Int] = []
    var stop: @MainActor () -> Void = {}
    let pager = Pager<EndingRow, Int>(into: list, from: 0) { cursor in
      asked.append(cursor)
      return Page([EndingRow(1) { stop() }], next: cursor + 1)
    }
    _ = await pager.refresh()
    let first = pager.lastUpdate
    stop = { [weak pager] in pager?.cancel() }
    let result = isRefresh ? await pager.refresh() : await pager.loadMore()
    stop = {}
    #expect(result.isCancelled && !pager.isLoading && pager.lastUpdate == first)
    #expect(asked == [0, isRefresh ? 0 : 1])
    #expect(await pager.loadMore().count == 0)
  }
}
