import HTTPTypes
import Networking
import ViewModels

/// Where car news comes from.
protocol NewsService: NetworkAware {
  /// The page behind a cursor, the newest for `0`.
  func news(after cursor: String) async throws -> Page<CarHome.Result.NewsItem, String>

  /// Whether another try may succeed where this error came.
  func isWorthRetrying(_ error: any Error) -> Bool
}

extension CarHome.Result.NewsItem: Identifiable {
  /// The number.
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
    return [.offline, .hostNotFound, .cannotConnect, .connectionLost, .timedOut].contains(code)
  }
}
