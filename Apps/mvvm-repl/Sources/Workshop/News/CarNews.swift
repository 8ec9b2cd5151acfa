import Bindings
import Foundation
import Models
import ViewModels

/// The car news, thirty articles at a time: refresh, more, and a footer that says how far it is.
///
/// ```
/// let news = CarNews()
/// watch news.footer
/// news.refresh()
/// news.more()
/// :show news
/// ```
@MainActor
@ViewModel
final class CarNews: ListViewModel {
  /// The language of the footer.
  var language: PageLanguage
  /// Whether the last page said that there is more.
  var hasMore: Bool { !pager.older.isEnd }
  /// Whether there is more to load, and nothing prevents it.
  var canLoadMore: Bool { hasMore && pager.canLoadMore }
  /// Whether loading failed in a way that is worth another try.
  var needsRetry: Bool { pager.needsRetry }
  /// Whether there is a network; when it is back, everything that failed without it is loaded again.
  private(set) var isOnline: Bool = true
  /// Whether loading is suspended.
  var isSuspended: Bool { pager.isSuspended }
  /// Whether there is more to load, or `more` is at it: another call waits for the first.
  private var mayLoadMore: Bool { moreCommand.isExecuting || canLoadMore }
  /// Whether there is something to retry, or `retry` is at it: another call waits for the first.
  private var mayRetry: Bool { retryCommand.isExecuting || needsRetry }
  /// The number of articles that are loaded, above them.
  private var heading: String {
    let count = articles.count
    return language.text(count == 1 ? "1 article" : "\(count) articles", "\(count) 篇")
  }
  /// The progress of the loading, and the time of the last update of the rows.
  var footer: String {
    NewsFooter(language, older: pager.older, refresh: pager.refreshState, at: pager.lastUpdate).text
  }

  @Ignored private let articles: ObservableList<CarHome.Result.NewsItem>
  @Ignored private let pager: Pager<CarHome.Result.NewsItem, String>
  @Ignored private let section: SectionViewModel

  /// Creates the list; articles come with the first refresh, or when it is shown.
  init(
    service: any NewsService, images: ImageLoader, language: PageLanguage = .english
  ) {
    self.language = language
    section = SectionViewModel()
    articles = ObservableList(label: "articles")
    pager = Pager(into: articles, from: "0", distance: 3, retrying: service.isWorthRetrying) {
      try await service.news(after: $0)
    }
    super.init()
    title = language.text("Car news", "汽车新闻")
    addChild(page.prompts)
    keep(pager)
    keep(
      pager.errors.observe { [page] in
        page.prompts.toast(NewsFooter.reason($0, language), kind: .failure)
      })
    page.onPull { [weak self] in _ = try await self?.refresh() }
    keep(pager.show(on: page, whenEmpty: .init(title: language.text("No news", "没有新闻"))))
    try? append(section)
    keep(
      follow(
        articles.cells {
          ArticleCell($0, images: images, language: language)
        } update: {
          $0.show($1)
        }, in: section))
    keep(
      observe(with: self) {
        $0.section.headerTitle = $0.heading
        $0.section.footerTitle = $0.footer
      })
    follow(service) { [weak self] in self?.note(isOnline: $0) }
    keep(
      events.observe { [pager] event in
        if case .cell(.willDisplay, let cell as ArticleCell, _) = event {
          pager.didReach(cell.number)
        }
      })
  }

  override func startLoading() { loads { await self.pager.refresh() } }

  private func note(isOnline: Bool) {
    self.isOnline = isOnline
    guard isOnline, pager.needsRetry else { return }
    task { await self.pager.retry() }
  }

  /// Removes the articles; the next refresh brings them back.
  override func clear() { articles.replace(with: []) }

  /// Loads the newest articles in place of the rows, and says how many are new.
  @Command(policy: .join)
  func refresh() async throws -> Int { try await pager.refresh().get() }

  /// Loads the articles after the last row, and says how many are new.
  @Command(enabled: \.mayLoadMore, policy: .join)
  func more() async throws -> Int { try await pager.loadMore().get() }

  /// Loads the failed part again.
  @Command(enabled: \.mayRetry, policy: .join)
  func retry() async throws -> Int { try await pager.retry().get() }

  /// Reports that the article with this number has become visible.
  @Command func reach(_ number: Int) { pager.didReach(number) }

  /// Cancels what is being loaded.
  @Command func stop() { pager.cancel() }

  /// Starts no loading and takes no answer until `resume`.
  @Command func suspend() { pager.suspend() }

  /// Continues loading.
  @Command func resume() { pager.resume() }
}

/// An article as a row: picture, title, day and replies.
@ViewModel
final class ArticleCell: TextCell, ImageShowing {
  /// The article's number.
  let number: Int
  /// The picture.
  let picture: ImageViewModel
  @Ignored private let language: PageLanguage

  init(_ article: CarHome.Result.NewsItem, images: ImageLoader, language: PageLanguage) {
    self.language = language
    number = article.identifier
    picture = ImageViewModel(article.image.address, loader: images)
    super.init(
      article.title, detail: ArticleCell.detail(article, language), image: article.image.name,
      layout: .detail)
  }

  func show(_ article: CarHome.Result.NewsItem) {
    text = article.title
    detail = ArticleCell.detail(article, language)
    image = article.image.name
    picture.show(article.image.address)
  }

  private static func detail(
    _ article: CarHome.Result.NewsItem, _ language: PageLanguage
  ) -> String {
    "\(article.day)  \(Formatting.replies(article.replycount, in: language))"
  }
}
