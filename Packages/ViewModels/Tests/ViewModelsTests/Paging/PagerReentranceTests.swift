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

@MainActor
private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

@MainActor
@Suite(.ownGraph) struct PagerReentranceTests {
  @Test func aRefreshThatDropsAnOlderPageLeavesNoOlderLoad() async {
    let list = ObservableList<Item>()
    var asked: [Int] = []
    var open: [CheckedContinuation<Page<Item, Int>, any Error>] = []
    let pager = Pager<Item, Int>(into: list, from: 0, distance: 0) { cursor in
      asked.append(cursor)
      return try await withCheckedThrowingContinuation { open.append($0) }
    }
    let first = Task { await pager.refresh() }
    while open.count < 1 { await Task.yield() }
    open[0].resume(returning: Page([Item(1), Item(2)], next: 2))
    _ = await first.value

    let more = Task { await pager.loadMore() }
    while open.count < 2 { await Task.yield() }
    pager.suspend()
    open[1].resume(returning: Page([Item(3) { pager.didReach(2) }], next: 3))
    for _ in 0..<20 { await Task.yield() }

    let refresh = Task { await pager.refresh() }
    while !pager.refreshState.isLoading { await Task.yield() }
    #expect(!pager.older.isLoading)
    pager.resume()
    for _ in 0..<20 { await Task.yield() }
    #expect(asked == [0, 2, 0])
    if open.count > 2 { open[2].resume(returning: Page([Item(7), Item(8)], next: 8)) }
    _ = await refresh.value
    if open.count > 3 { open[3].resume(returning: Page([Item(3), Item(4)], next: 4)) }
    for _ in 0..<20 { await Task.yield() }
    #expect(list.peek().map(\.id) == [7, 8])
    _ = await more.value
    pager.cancel()
  }

  @Test func aRefreshThatCancelsAnOlderRequestLeavesNoOlderLoad() async {
    let list = ObservableList<Item>()
    var asked: [Int] = []
    let open = Box<[CheckedContinuation<Page<Item, Int>, any Error>]>([])
    let box = Box<Pager<Item, Int>?>(nil)
    let pager = Pager<Item, Int>(into: list, from: 0, distance: 0) { cursor in
      asked.append(cursor)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { open.value.append($0) }
      } onCancel: {
        MainActor.assumeIsolated { box.value?.didReach(2) }
      }
    }
    box.value = pager
    let first = Task { await pager.refresh() }
    while open.value.count < 1 { await Task.yield() }
    open.value[0].resume(returning: Page([Item(1), Item(2)], next: 2))
    _ = await first.value
    let more = Task { await pager.loadMore() }
    while open.value.count < 2 { await Task.yield() }
    let refresh = Task { await pager.refresh() }
    while !pager.refreshState.isLoading { await Task.yield() }
    #expect(!pager.older.isLoading)
    for _ in 0..<20 { await Task.yield() }
    #expect(asked == [0, 2, 0])
    box.value = nil
    for request in open.value.dropFirst() { request.resume(throwing: CancellationError()) }
    _ = await (more.value, refresh.value)
    pager.cancel()
  }

  @Test func afterACancelNothingIsLoaded() async {
    let list = ObservableList<Item>()
    var open: [CheckedContinuation<Page<Item, Int>, any Error>] = []
    let pager = Pager<Item, Int>(into: list, from: 0, distance: 0) { _ in
      try await withCheckedThrowingContinuation { open.append($0) }
    }
    let first = Task { await pager.refresh() }
    while open.count < 1 { await Task.yield() }
    open[0].resume(returning: Page([Item(1), Item(2)], next: 2))
    _ = await first.value
    let more = Task { await pager.loadMore() }
    while open.count < 2 { await Task.yield() }
    pager.suspend()
    open[1].resume(
      returning: Page(
        [
          Item(3) {
            pager.cancel(); pager.didReach(2)
          }
        ], next: 3))
    for _ in 0..<20 { await Task.yield() }
    pager.cancel()
    #expect(!pager.isLoading)
    pager.cancel()
    _ = await more.value
    for request in open.dropFirst(2) { request.resume(throwing: CancellationError()) }
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
