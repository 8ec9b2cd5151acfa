import Bindings
import ViewModels

/// The cache page: asks for the same books by each policy, and says where every answer came from.
@MainActor
@ViewModel
final class CachePage: ListViewModel {
  /// The part of the cache in a request.
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
    /// How many books there were.
    var books: Int
  }

  /// The part of the cache in the next request.
  var policy: Policy = .freshElseServer
  private let service: any BookService

  /// Makes a page that has asked for nothing.
  ///
  /// - Parameter service: Where the books come from.
  init(service: any BookService) {
    self.service = service
    super.init()
    addChild(page.prompts)
    title = "Cache"
  }

  /// Asks for the books; each answer is a row.
  @Command(policy: .restart) func ask() async {
    do {
      try await page.load {
        try setCells([])
        let policy = untracked { self.policy }
        try await service.ask(policy) { answer in
          try? append(
            TextCell("\(answer.books) books", detail: "from \(answer.from)", layout: .detail))
        }
        return count > 0
      }
    } catch is CancellationError {
    } catch {
      page.prompts.toast(failure: error)
    }
  }

  /// Removes the books from the cache.
  @Command(policy: .join) func forget() async throws { try await service.forget() }
}
