import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization

extension HeadServer {
  /// Creates a client with a cache and without retries.
  func cachingClient(
    token: TokenAuthentication? = nil, storage: (any ResponseStorage)? = nil,
    interceptors: [any Interceptor] = []
  ) throws -> Client {
    var configuration = Client.Configuration()
    configuration.cache = ResponseCache(storage: storage ?? MemoryResponseStorage())
    configuration.authentication = token
    configuration.interceptors = interceptors
    configuration.retry = .never
    return try Client(baseURL, configuration: configuration)
  }
}

extension TokenAuthentication {
  /// Returns a token that is not renewed.
  static func fixed(_ token: String?) -> TokenAuthentication {
    TokenAuthentication(token: token) { _ in throw CancellationError() }
  }
}

/// A response storage that keeps every response with its key, so that tests can inspect it.
final class KeptResponses: ResponseStorage {
  private let kept = Mutex<[String: StoredResponse]>([:])
  var all: [String: StoredResponse] { kept.withLock { $0 } }
  func response(for key: String) -> StoredResponse? { kept.withLock { $0[key] } }
  func store(_ response: StoredResponse, for key: String) { kept.withLock { $0[key] = response } }
  func removeResponses(withPrefix prefix: String) {
    kept.withLock { kept in kept = kept.filter { !$0.key.hasPrefix(prefix) } }
  }
}

/// The name of the signed-in user, which tests can change.
final class UserName: Sendable {
  private let name: Mutex<String?>
  private let onRead = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ name: String?) { self.name = Mutex(name) }

  var value: String? {
    get {
      onRead.withLock { $0.take() }?()
      return name.withLock { $0 }
    }
    set { name.withLock { $0 = newValue } }
  }

  /// Runs a closure when the name is read the next time.
  func next(_ work: @escaping @Sendable () -> Void) { onRead.withLock { $0 = work } }
}
