import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PagerPageStateTests {
  private let news = PagedNews()
  private let page = PageState()
  private var pager: Pager<NewsRow, Int> { news.pager }

  @Test func thePageSaysHowFarTheLoadingIs() async {
    let token = pager.show(on: page, whenEmpty: .init(title: "No news"))
    #expect(!page.isLoading && page.emptyState == nil && page.loadingMore == .idle)
    await news.get(pager.refresh) { number in
      #expect(page.isLoading && page.emptyState == nil)
      news.pages.answer(number, [], next: nil)
    }
    #expect(!page.isLoading && page.loadingMore == .noMore)
    #expect(page.emptyState?.title == "No news")
    await news.get(pager.refresh) { number in
      #expect(page.isLoading && page.emptyState == nil)
      news.pages.answer(number, 1...2, next: 2)
    }
    #expect(page.emptyState == nil && page.loadingMore == .idle)
    await news.get(pager.loadMore) { number in
      #expect(!page.isLoading && page.loadingMore == .loading)
      news.pages.fail(number)
    }
    #expect(page.loadingMore == .idle && page.needsRetry)
    await news.get(pager.retry) { news.pages.answer($0, [3], next: nil) }
    #expect(page.loadingMore == .noMore && !page.needsRetry)
    token.cancel()
  }

  @Test func nothingIsWorthARetryAfterTheEnd() async {
    let owner = LifecycleViewModel()
    owner.keep(pager)
    await news.get(pager.refresh) { news.pages.fail($0) }
    #expect(pager.needsRetry)
    owner.end()
    #expect(!pager.needsRetry && !pager.canLoadMore)
  }

  @Test func aPageWithoutItsTokenStaysAsItIs() async {
    pager.show(on: page).cancel()
    await news.refresh([], next: nil)
    #expect(page.emptyState == nil && page.loadingMore == .idle)
  }
}
