import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PagerReachTests {
  private let news = PagedNews(distance: 2)
  private var pager: Pager<NewsRow, Int> { news.pager }
  private var pages: HandDrivenPages { news.pages }

  @Test(arguments: [(1, false), (7, false), (8, true), (10, true), (11, false)])
  func rowsNearTheEndAskForMore(row: Int, asks: Bool) async {
    await news.refresh(1...10, next: 10)
    pager.didReach(row)
    #expect(pager.older.isLoading == asks)
    pager.cancel()
  }

  @Test func rowsThatWereThereBeforeTheFirstPageAskForNothing() {
    news.list.edit { $0.append(NewsRow(id: 1)) }
    pager.didReach(1)
    #expect(!pager.isLoading)
  }

  @Test func reachingARowAgainAfterAFailureAsksNobody() async {
    await news.refresh(1...3, next: 3)
    pager.didReach(3)
    await pages.requests(2)
    pages.fail(1)
    await news.settled()
    pager.didReach(3)
    #expect(!pager.isLoading)
    await news.get(pager.retry) { pages.answer($0, 4...9, next: 9) }
    pager.didReach(3)
    #expect(!pager.isLoading)
    pager.didReach(9)
    #expect(pager.older.isLoading)
    pager.cancel()
  }

  @Test func reachingTheEndAfterAFailedRefreshAsksForTheNextPage() async {
    await news.refresh(1...3, next: 3)
    await news.get(pager.refresh) { pages.fail($0) }
    #expect(pager.refreshState.error != nil)
    pager.didReach(3)
    await pages.requests(3)
    pages.answer(2, 4...5, next: nil)
    await news.settled()
    #expect(news.ids == [1, 2, 3, 4, 5] && pages.asked == [0, 0, 3])
  }

  @Test func aViewThatReachesTheEndWithinTheUpdateGetsTheNextPage() async {
    let token = news.list.observeChanges { [list = news.list, pager] _ in
      if let last = list.peek().last, last.id < 6 { pager.didReach(last.id) }
    }
    await news.refresh(1...2, next: 2)
    await pages.requests(2)
    pages.answer(1, 3...4, next: 4)
    await pages.requests(3)
    pages.answer(2, 5...6, next: 6)
    await news.settled()
    #expect(news.ids == [1, 2, 3, 4, 5, 6] && pages.asked == [0, 2, 4])
    token.cancel()
  }

  // L34: the footer loads by itself when it comes into sight.
  @Test func turningTheTableToItsEndLoadsMore() async throws {
    let table = ListViewModel()
    let section = SectionViewModel()
    try table.append(section)
    let cells = news.list.cells { TextCell("\($0.id)") }
    table.keep(table.follow(cells, in: section))
    table.keep(
      table.events.observe { [pager] event in
        if case .cell(.willDisplay, let cell, _) = event, let id = (cell as? TextCell)?.text {
          pager.didReach(Int(id) ?? 0)
        }
      })
    await news.refresh(1...8, next: 8)
    for cell in table.cells.prefix(4) { try table.report(.willDisplay, of: cell) }
    #expect(!pager.isLoading)
    for cell in table.cells.suffix(4) { try table.report(.willDisplay, of: cell) }
    await pages.requests(2)
    pages.answer(1, 9...16, next: nil)
    await news.settled()
    #expect(table.count == 16 && pages.asked == [0, 8])
    table.end()
  }

  @Test(.timeLimit(.minutes(10))) func aRowReachedDuringARefreshAsksForMoreAfterIt() async throws {
    struct Row: Identifiable, Equatable { let id: Int }
    let rows = ObservableList<Row>()
    var asked: [Int] = []
    let pager = Pager<Row, Int>(into: rows, from: 0) { cursor in
      asked.append(cursor)
      await Task.yield()
      return Page([Row(id: cursor)], next: cursor + 1)
    }
    _ = await pager.refresh()
    let task = Task { @MainActor in await pager.refresh() }
    while !pager.isLoading { await Task.yield() }
    pager.didReach(0)
    _ = await task.value
    while asked.count < 3, !Task.isCancelled { await Task.yield() }
    // A surplus request would follow.
    for _ in 0..<50 { await Task.yield() }
    #expect(asked == [0, 0, 1])
  }
}
