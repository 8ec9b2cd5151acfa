import Bindings
import Testing
import ViewModels

// Code that runs while a pager releases or cancels a load, and asks it for more.

@MainActor
private final class Item: Identifiable {
  nonisolated let id: Int
  var onEnd: (@MainActor () -> Void)?
  init(_ id: Int, _ onEnd: (@MainActor () -> Void)? = nil) {
    self.id = id
    self.onEnd = onEnd
  }
  isolated deinit { onEnd?() }
}

/// A pager whose first page is loaded and whose second page is being loaded.
@MainActor
private final class HeldPages {
  let list = ObservableList<Item>()
  private(set) var asked: [Int] = []
  var open: [CheckedContinuation<Page<Item, Int>, any Error>] = []
  /// Called when a request is cancelled.
  var onCancel: @MainActor () -> Void = {}
  private(set) lazy var pager = Pager<Item, Int>(into: list, from: 0, distance: 0) {
    [unowned self] in try await page($0)
  }
  private(set) lazy var more = Task { await pager.loadMore() }

  init() async {
    let first = Task { await pager.refresh() }
    await requests(1)
    open[0].resume(returning: Page([Item(1), Item(2)], next: 2))
    _ = await first.value
    _ = more
    await requests(2)
  }

  private func page(_ cursor: Int) async throws -> Page<Item, Int> {
    asked.append(cursor)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { open.append($0) }
    } onCancel: {
      MainActor.assumeIsolated { onCancel() }
    }
  }

  func requests(_ count: Int) async {
    while open.count < count { await Task.yield() }
  }

  /// Answers the second page while the pager is suspended, with a row that does something when it is released.
  func hold(_ onEnd: @escaping @MainActor () -> Void) async {
    pager.suspend()
    open[1].resume(returning: Page([Item(3, onEnd)], next: 3))
    await others()
  }

  /// Lets all other tasks go on until they wait.
  func others() async { for _ in 0..<20 { await Task.yield() } }
}

@MainActor
@Suite(.ownGraph) struct PagerReentranceTests {
  @Test func aRefreshThatDropsAnOlderPageLeavesNoOlderLoad() async {
    let pages = await HeldPages()
    let pager = pages.pager
    await pages.hold { pager.didReach(2) }

    let refresh = Task { await pager.refresh() }
    while !pager.refreshState.isLoading { await Task.yield() }
    #expect(!pager.older.isLoading)
    pager.resume()
    await pages.requests(3)
    await pages.others()
    #expect(pages.asked == [0, 2, 0])
    pages.open[2].resume(returning: Page([Item(7), Item(8)], next: 8))
    _ = await refresh.value
    await pages.others()
    #expect(pages.list.peek().map(\.id) == [7, 8])
    _ = await pages.more.value
    pager.cancel()
  }

  @Test func aRefreshThatCancelsAnOlderRequestLeavesNoOlderLoad() async {
    let pages = await HeldPages()
    let pager = pages.pager
    pages.onCancel = { pager.didReach(2) }
    let refresh = Task { await pager.refresh() }
    while !pager.refreshState.isLoading { await Task.yield() }
    #expect(!pager.older.isLoading)
    await pages.others()
    #expect(pages.asked == [0, 2, 0])
    pages.onCancel = {}
    for request in pages.open.dropFirst() { request.resume(throwing: CancellationError()) }
    _ = await (pages.more.value, refresh.value)
    pager.cancel()
  }

  @Test func afterACancelNothingIsLoaded() async {
    let pages = await HeldPages()
    let pager = pages.pager
    await pages.hold {
      pager.cancel()
      pager.didReach(2)
    }
    pager.cancel()
    #expect(!pager.isLoading && pages.asked == [0, 2])
    _ = await pages.more.value
  }

  @Test func aSecondRetryWaitsForTheSameAnswer() async {
    let news = PagedNews()
    await news.refresh(1...2, next: 2)
    await news.get(news.pager.loadMore) { news.pages.fail($0) }
    let first = Task { await news.pager.retry() }
    await news.pages.requests(3)
    var second: Result<Int, any Error>?
    let other = Task { second = await news.pager.retry() }
    for _ in 0..<20 { await Task.yield() }
    #expect(second == nil)
    news.pages.answer(2, 3...5, next: 5)
    _ = await first.value
    await other.value
    #expect(second?.count == 3)
  }

  @Test func aRetryWithoutAFailureLoadsAndWaitsForNothing() async {
    let news = PagedNews()
    await news.refresh(1...2, next: 2)
    let more = Task { await news.pager.loadMore() }
    await news.pages.requests(2)
    #expect(await news.pager.retry().count == 0)
    news.pages.answer(1, 3...5, next: 5)
    #expect(await more.value.count == 3)
  }
}
