import Bindings
import Testing
import ViewModels
@testable import Workshop

/// A service that fails the first time, and then has no news; it has no pictures either.
@MainActor
private final class NewsOfTheSecondTry: NewsService, ImageSource {
  private struct Down: Error {}
  private(set) var asked = 0

  @MainActor func news(
    after cursor: String
  ) async throws -> Page<CarHome.Result.NewsItem, String> {
    asked += 1
    await Task.yield()
    if asked == 1 { throw Down() }
    return Page([], next: nil)
  }

  nonisolated func isWorthRetrying(_ error: any Error) -> Bool { true }
  @MainActor func image(at address: String) async throws -> LoadedImage { throw Down() }
}

/// The car news as one types them, from the workshop's real server.
@MainActor
@Suite struct CarNewsTests {
  @Test func threePagesAreTheWholeNews() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", "news.count", "news.more()",
      "news.more()", "news.count", "news.canLoadMore", "news.footer", "news.more()")
    #expect(lines.contains("75") && lines.contains("false"), "\(lines)")
    #expect(lines.contains { $0.contains("No more data  Last update: 20") }, "\(lines)")
    #expect(lines.contains { $0.contains("news.more is not enabled") }, "\(lines)")
    #expect(lines.contains { $0.contains("hasMore is false") }, "\(lines)")
  }

  @Test func whatWasClearedComesWithTheNextRefresh() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", "news.clear()", "news.count", "news.refresh()",
      "news.count")
    #expect(lines.suffix(1) == ["30"] && lines.contains("0"), "\(lines)")
  }

  @Test func whatFailedForWantOfANetworkIsWorthARetry() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", ":network offline", "news.more()",
      "news.needsRetry",
      "news.footer", "news.retry.isEnabled")
    #expect(lines.suffix(3).first == "true" && lines.last == "true", "\(lines)")
    let footer = lines.suffix(2).first ?? ""
    #expect(footer.contains("Not loaded: There is no network") && !footer.contains("http"))
  }

  @Test func aPageThatComesEndsAnEarlierFailure() async {
    let lines = await said(
      "let news = CarNews()", "news.refresh()", ":stub GET /news/{page} -> 404", "news.refresh()",
      "news.footer", ":stub off all", "news.more()", "news.footer")
    #expect(lines.contains { $0.contains("Not loaded: ") }, "\(lines)")
    #expect(lines.last?.contains("more() loads more") == true, "\(lines)")
  }

  @Test func anotherRetryWaitsForTheFirst() async {
    let service = NewsOfTheSecondTry()
    let news = CarNews(service: service, images: ImageLoader(service))
    _ = await news.refreshCommand.execute().result
    #expect(news.needsRetry && service.asked == 1)
    let calls = [news.retryCommand.execute(), news.retryCommand.execute()]
    for call in calls { #expect(await call.result.output == 0) }
    #expect(!news.needsRetry && !news.retryCommand.isEnabled && service.asked == 2)
  }

  // C13: an error is told, and changes no row.
  @Test func anErrorIsAToastWithoutTheAddress() async {
    let lines = await said(
      ":set clock manual", "let news = CarNews()", "news.refresh()", ":network offline",
      "news.refresh()", "news.count", "news.page.prompts.toasts")
    #expect(lines.suffix(2).first == "30", "\(lines)")
    let toasts = lines.last ?? ""
    #expect(toasts.contains("There is no network") && !toasts.contains("http"), "\(lines)")
  }

  @Test func theFooterSpeaksChinese() async {
    let lines = await said("let news = CarNews()", "news.language = .chinese", "news.footer")
    #expect(lines.contains { $0.contains("more() 加载更多  最后更新：无记录") }, "\(lines)")
  }

  @Test func showingTheListLoadsItAndAMalformedDateIsShownAsItIs() async throws {
    let workshop = Workshop(data: nil)
    let news = try #require(try await workshop.catalog["CarNews"]?.make() as? CarNews)
    news.screenDidLoad()
    news.screenWillAppear()
    while news.state != .loaded { await Task.yield() }
    #expect(news.count == 30 && news.page.loadingMore == .idle)
    let calls = [news.moreCommand.execute(), news.moreCommand.execute()]
    for call in calls { #expect(await call.result.output == 30) }
    let details = news.cells.compactMap { ($0 as? TextCell)?.detail }
    #expect(details[0] == "2024-3-5  0 replies" && details[45] == "yesterday  165 replies")
    #expect(news.sections[0].footerTitle == news.footer)
    #expect(news.sections[0].headerTitle == "60 articles")
    #expect((news.cells[0] as? TextCell)?.image == "301.jpg")
    news.end()
    await workshop.close()
  }
}
