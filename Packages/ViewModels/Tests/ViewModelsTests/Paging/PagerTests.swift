import Bindings
import Foundation
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PagerTests {
  private let news = PagedNews()
  private var pager: Pager<NewsRow, Int> { news.pager }
  private var pages: HandDrivenPages { news.pages }

  @Test func aRefreshPutsTheFirstPageInPlaceOfTheRows() async {
    let outcome = await news.get(pager.refresh) { number in
      #expect(pager.refreshState.isLoading && pager.isLoading && pager.lastUpdate == nil)
      pages.answer(number, 1...3, next: 3)
    }
    #expect(outcome.count == 3 && news.ids == [1, 2, 3])
    #expect(pager.canLoadMore && !pager.isLoading)
    #expect(pager.lastUpdate != nil)
    await news.refresh([2, 9], next: nil)
    #expect(news.ids == [2, 9] && pages.asked == [0, 0] && pager.older.isEnd)
  }

  // C12: the cursor was that of the row which the view had asked for last.
  @Test func morePagesBeginBehindTheLastItemWhicheverRowWasSeen() async {
    await news.refresh(1...3, next: 3)
    pager.didReach(1)
    #expect(!pager.isLoading)
    await news.more(4...5, next: 5)
    await news.more(6...6, next: nil)
    #expect(pages.asked == [0, 3, 5] && news.ids == [1, 2, 3, 4, 5, 6])
  }

  // C12: whether there was more, as the service said, was ignored.
  @Test func aPageWithoutACursorIsTheEnd() async {
    await news.refresh(1...3, next: nil)
    #expect(pager.older.isEnd && !pager.canLoadMore)
  }

  @Test func numberedPagesAreCursorsToo() async {
    let list = ObservableList<NewsRow>()
    let pager = Pager(into: list, from: 1) { number in
      let rows = [NewsRow(id: number * 2 - 1), NewsRow(id: number * 2)]
      return Page(rows, next: number < 3 ? number + 1 : nil)
    }
    while pager.canLoadMore { await pager.loadMore() }
    #expect(list.peek().map(\.id) == [1, 2, 3, 4, 5, 6])
  }

  @Test func beforeTheFirstPageMoreIsARefresh() async {
    await news.more(1...2, next: nil)
    #expect(pages.asked == [0] && pager.lastUpdate != nil && news.ids == [1, 2])
  }

  // L33a (1): saying that there is no more asked for more.
  @Test func theEndNeverAsks() async {
    await news.refresh(1...2, next: nil)
    let outcome = await pager.loadMore()
    pager.didReach(2)
    #expect(outcome.count == 0 && !pager.isLoading)
    await news.refresh(1...2, next: nil)
    #expect(pages.asked == [0, 0])
  }

  // L33a (2): after an error the footer went on for ever.
  @Test func anErrorEndsTheLoading() async {
    await news.refresh(1...2, next: 2)
    let outcome = await news.get(pager.loadMore) { pages.fail($0) }
    #expect(throws: Unreachable.self) { try outcome.get() }
    #expect(!pager.older.isLoading && pager.older.error is Unreachable && pager.canLoadMore)
    #expect("\(pager.older)" == "failed: Unreachable()")
  }

  // L33a (3): the end of a request erased that there was no more.
  @Test func theEndStaysWhenTheRequestEnds() async {
    await news.refresh(1...2, next: 2)
    var seen: [String] = []
    let token = observe { seen.append("\(pager.older)") }
    await news.more(3...3, next: nil)
    #expect(seen == ["idle", "loading", "end"])
    token.cancel()
  }

  // L33a (4): the footer asked again half a second after a load had begun otherwise.
  @Test func reachingTheEndWhileItIsLoadedAsksOnce() async {
    await news.refresh(1...2, next: 2)
    await news.get(pager.loadMore) { number in
      pager.didReach(2)
      pager.didReach(2)
      pages.answer(number, 3...4, next: 4)
    }
    #expect(!pager.isLoading && pages.asked == [0, 2])
  }

  // L32a: what loads was subscribed to twice.
  @Test func oneRefreshIsOneRequestHoweverManyAskAndLookOn() async {
    let tokens = [observe { _ = pager.refreshState }, pager.show(on: PageState())]
    let others = (0..<3).map { _ in Task { await pager.refresh() } }
    await news.refresh(1...2, next: 2)
    for other in others { #expect(await other.value.count == 2) }
    #expect(pages.asked == [0])
    for token in tokens { token.cancel() }
  }

  // C12: an error leaves the rows as they are.
  @Test func anErrorChangesNoRow() async {
    await news.refresh(1...2, next: 2)
    let version = news.list.version
    await news.get(pager.refresh) { pages.fail($0) }
    await news.get(pager.loadMore) { pages.fail($0) }
    #expect(news.list.version == version && pager.refreshState.error is Unreachable)
    await news.more(3...3, next: nil)
    #expect(pages.asked == [0, 0, 2, 2])
  }

  @Test func onlyAnErrorThatIsWorthItWantsARetry() async {
    struct Forbidden: Error {}
    var errors: [any Error] = []
    let token = pager.errors.observe { errors.append($0) }
    await news.get(pager.refresh) { pages.fail($0, Forbidden()) }
    #expect(!pager.needsRetry && pager.refreshState.error is Forbidden)
    await news.get(pager.refresh) { pages.fail($0) }
    #expect(pager.needsRetry)
    await news.get(pager.retry) { pages.answer($0, 1...2, next: 2) }
    #expect(!pager.needsRetry && pager.refreshState.error == nil)
    #expect(errors.map { $0 is Unreachable } == [false, true])
    token.cancel()
  }

  @Test func aPageThatComesEndsTheFailureOfTheOther() async {
    await news.refresh(1...2, next: 2)
    await news.get(pager.refresh) { pages.fail($0) }
    #expect(pager.needsRetry)
    await news.more(3...4, next: 4)
    #expect(!pager.needsRetry && pager.refreshState.error == nil)
    await news.get(pager.loadMore) { pages.fail($0) }
    #expect(pager.needsRetry)
    await news.refresh(1...2, next: 2)
    #expect(!pager.needsRetry && pager.older.error == nil)
  }

  @Test func retryRepeatsWhatFailedAndNothingElse() async {
    #expect(await pager.retry().count == 0)
    await news.refresh(5...6, next: 6)
    await news.get(pager.loadMore) { pages.fail($0) }
    #expect(await news.get(pager.retry) { pages.answer($0, [7], next: nil) }.count == 1)
    #expect(await pager.retry().count == 0)
    #expect(news.ids == [5, 6, 7] && pages.asked == [0, 6, 6])
  }

  @Test func aPageThatBringsNothingNewIsFollowedByTheNext() async {
    await news.refresh(1...3, next: 3)
    let outcome = await news.get(pager.loadMore) { number in
      pages.answer(number, 2...3, next: 30)
      whenAsked(number + 1) { pages.answer($0, 3...5, next: 50) }
    }
    #expect(outcome.count == 2 && news.ids == [1, 2, 3, 4, 5] && pages.asked == [0, 3, 30])
  }

  private func whenAsked(_ number: Int, _ answer: @escaping @MainActor (Int) -> Void) {
    Task {
      await pages.requests(number + 1)
      answer(number)
    }
  }

  @Test func aServiceThatAlwaysClaimsMoreComesToAnEnd() async {
    let list = ObservableList<NewsRow>()
    var asked = 0
    let pager = Pager(into: list, from: 0) { number in
      asked += 1
      return Page(number == 0 ? [NewsRow(id: 1)] : [], next: number + 1)
    }
    while pager.canLoadMore { await pager.loadMore() }
    #expect(asked == 4 && pager.older.isEnd && list.count == 1)
  }
}
