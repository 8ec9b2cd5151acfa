import Bindings
import ViewModels

/// The cache page: asks for the same books by each policy, and says where every answer came from.
@MainActor
@ViewModel
final class CachePage: ListViewModel {
  /// The use of the cache in a request.
  enum Policy: String, Codable, Sendable, CaseIterable {
    /// The server alone.
    case server
    /// The cache while it is fresh, else the server.
    case freshElseServer
    /// The cache however old, else the server.
    case storedElseServer
    /// The cache, and then the server.
    case storedThenServer
    /// The cache alone.
    case storedOnly
  }

  /// An answer: where it came from, and how many books it has.
  struct Answer: Codable, Hashable, Sendable {
    /// The cache or the network.
    var from: String
    var books: Int
  }

  /// The use of the cache in the next request.
  var policy: Policy = .freshElseServer
  private let service: any BookService
  @Ignored private let language: PageLanguage

  /// Makes a page that has not asked for anything yet.
  init(service: any BookService, language: PageLanguage = .english) {
    (self.service, self.language) = (service, language)
    super.init()
    addChild(page.prompts)
    title = language.text("Cache", "缓存")
  }

  /// Asks for the books; each answer is a row.
  @Command(policy: .restart) func ask() async {
    await page.load(in: language) {
      try setCells([])
      let policy = untracked { self.policy }
      try await service.ask(policy) { answer in
        try? append(
          TextCell(
            language.text(
              answer.books == 1 ? "1 book" : "\(answer.books) books", "\(answer.books) 本书"),
            detail: language.text("from \(answer.from)", "来自 \(answer.from)"), layout: .detail))
      }
      return count > 0
    }
  }

  /// Removes the books from the cache.
  @Command(policy: .join) func forget() async throws { try await service.forget() }
}
