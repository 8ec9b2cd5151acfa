import HTTPTypes
import Networking
import ViewModels

/// The source of car news.
protocol NewsService: NetworkAware {
  /// Returns the page after a cursor; the cursor `0` gives the newest page.
  func news(after cursor: String) async throws -> Page<CarHome.Result.NewsItem, String>

  /// Whether another try may succeed after an error.
  func isWorthRetrying(_ error: any Error) -> Bool
}

extension CarHome.Result.NewsItem: Identifiable {
  /// The number of the article.
  var id: Int { identifier }
}

/// The car news of the workshop's API.
struct RemoteNews: NewsService, RemoteService {
  let api: WorkshopAPI

  func news(after cursor: String) async throws -> Page<CarHome.Result.NewsItem, String> {
    let answer: CarHome = try await api.client().value(
      Request(.get, "/news/newslist-s30-l\(cursor).json"))
    let articles = answer.result.newslist
    return Page(articles, next: answer.result.isloadmore ? articles.last?.lasttime : nil)
  }

  func isWorthRetrying(_ error: any Error) -> Bool {
    guard let code = (error as? NetworkError)?.code else { return false }
    return [.offline, .hostNotFound, .cannotConnect, .proxyRefused, .connectionLost, .timedOut]
      .contains(code)
  }
}
