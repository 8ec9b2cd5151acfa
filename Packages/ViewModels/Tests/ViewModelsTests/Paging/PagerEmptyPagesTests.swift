import Bindings
import Testing
import ViewModels

/// First pages without rows, as a service gives that filters after it has cut its pages.
@MainActor
@Suite(.ownGraph) struct PagerEmptyPagesTests {
  private let list = ObservableList<NewsRow>([NewsRow(id: 3, text: "old"), NewsRow(id: 9)])

  private func pager(emptyBefore count: Int, last: Int = 10) -> Pager<NewsRow, Int> {
    Pager(into: list, from: 0) { number in
      Page(number < count ? [] : [NewsRow(id: number)], next: number < last ? number + 1 : nil)
    }
  }

  @Test func aFirstPageWithoutRowsIsFollowedByTheNext() async {
    let pager = pager(emptyBefore: 2)
    var seen: [[Int]] = []
    let token = list.observeChanges { seen.append($0.rows.map(\.id)) }
    #expect(await pager.refresh().count == 1)
    #expect(list.value.map(\.id) == [2])
    // Nobody sees the list without rows.
    #expect(seen == [[3, 9], [2]])
    #expect(await pager.loadMore().count == 1)
    #expect(list.value.map(\.id) == [2, 3])
    token.cancel()
  }

  @Test func threeFirstPagesWithoutRowsAreTheEnd() async {
    let pager = pager(emptyBefore: 5)
    #expect(await pager.refresh().count == 0)
    #expect(list.isEmpty && pager.older.isEnd && pager.lastUpdate != nil)
    #expect(!pager.canLoadMore)
  }

  @Test func anEmptyFeedIsAskedForOnce() async {
    let pages = HandDrivenPages()
    let pager = Pager(into: list, from: 0, page: pages.page)
    let refresh = Task { await pager.refresh() }
    await pages.requests(1)
    pages.answer(0, [Int](), next: nil)
    #expect(await refresh.value.count == 0)
    #expect(pages.asked == [0] && list.isEmpty && pager.older.isEnd)
  }

  @Test func aFailureOfTheFollowingPageLeavesTheRows() async {
    let pages = HandDrivenPages()
    let pager = Pager(into: list, from: 0, page: pages.page)
    let refresh = Task { await pager.refresh() }
    await pages.requests(1)
    pages.answer(0, [Int](), next: 1)
    await pages.requests(2)
    #expect(pager.refreshState.isLoading)
    pages.fail(1)
    #expect(await refresh.value.count == nil)
    #expect(list.value.map(\.id) == [3, 9] && pager.refreshState.error is Unreachable)
    let retry = Task { await pager.retry() }
    await pages.requests(3)
    pages.answer(2, [3], next: nil)
    #expect(await retry.value.count == 0)
    #expect(pages.asked == [0, 1, 0] && list.value == [NewsRow(id: 3)])
  }
}
