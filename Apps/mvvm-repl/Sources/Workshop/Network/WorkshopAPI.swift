import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import REPLKit

/// The access to the workshop's API: at the given address, or at a server of this process that starts when the first
/// request needs it.
///
/// All requests go through one simulated network, so that a lesson can make it slow or cut it off.
actor WorkshopAPI {
  /// Whether there is a network, and which kind; ``network`` obeys this value, and open pages listen to it.
  nonisolated let reachability = ReachabilitySimulator()
  /// The network between the client and the server.
  nonisolated let network: SimulatedNetwork
  /// The stubs, which answer in place of the server.
  nonisolated let stubs: StubbedTransport
  /// The log of the client's requests.
  nonisolated let log: RequestLog
  /// The given address; `nil` without one.
  nonisolated let address: URL?
  /// The server of this process.
  nonisolated let server: WorkshopServer
  private let cache: ResponseCache
  private let clock: any Clock<Duration>
  private let language: @MainActor @Sendable () -> HelpLanguage
  private var connected: (client: Client, base: URL)?

  /// - Parameters:
  ///   - address: The API's address; `nil` for a server of this process.
  ///   - responses: The storage of answers.
  ///   - clock: The clock for delays and retries.
  ///   - seed: The seed that decides which requests fail.
  ///   - language: Returns the language of the session that sends a request, in which the server answers.
  ///   - observer: Called with each finished request, on the task that made it.
  init(
    address: URL?, responses: any ResponseStorage, clock: any Clock<Duration>, seed: UInt64 = 1,
    language: @escaping @MainActor @Sendable () -> HelpLanguage = { .english },
    observer: (@Sendable (RequestLog.Entry) -> Void)? = nil
  ) {
    self.address = address
    self.language = language
    cache = ResponseCache(storage: responses)
    self.clock = clock
    let causes = RequestCauses()
    var transport = CurlTransport.Configuration()
    if address == nil {
      let limit = WorkshopServer.longestAnswer
      transport.timeouts = Timeouts(queue: limit, idle: limit)
    }
    network = SimulatedNetwork(
      CausedTransport(base: CurlTransport(configuration: transport), causes: causes), seed: seed,
      reachability: reachability, clock: clock)
    stubs = StubbedTransport(network, clock: clock)
    server = WorkshopServer(clock: clock, seed: seed, causes: causes)
    log = RequestLog(observer: observer)
  }

  /// A client of the API.
  func client() async throws -> Client {
    let base = try await base()
    let isRehearsal = Rehearsal.current != nil
    if let connected, connected.base == base, !isRehearsal { return connected.client }
    var configuration = Client.Configuration()
    configuration.clock = clock
    configuration.cache = cache
    configuration.interceptors = [SpokenLanguage(language: language)]
    let client = try Client(
      base.absoluteString, transport: stubs, configuration: configuration,
      log: isRehearsal ? RequestLog() : log)
    guard !isRehearsal else { return client }
    connected = (client, base)
    return client
  }

  /// The address of requests; starts the server if the address is that of this process's own.
  func base() async throws -> URL {
    if let address { return address }
    return try await server.start()
  }

  /// Removes stored answers to the requests that a stub stands for.
  func forgetResponses(to stub: Stub) async {
    // Without the storage, no stored answer can be used.
    try? await forgetResponses(to: String(stub.path.prefix { $0 != "{" }))
  }

  /// Removes stored answers to requests whose path begins with a text.
  ///
  /// - Throws: The error of the storage.
  func forgetResponses(to path: String) async throws {
    guard let base = connected?.base.absoluteString else { return }
    try await cache.removeResponses(withPrefix: base + path)
  }

  /// Stops the server, if it was started.
  func close() async {
    connected = nil
    await server.stop()
  }
}

/// An interceptor that asks for answers in the language of the session that sends the request.
private struct SpokenLanguage: Interceptor {
  let language: @MainActor @Sendable () -> HelpLanguage

  func adapt(_ request: Request) async throws(NetworkError) -> Request {
    let language = await language().rawValue
    return request.with { $0.headers[.acceptLanguage] = $0.headers[.acceptLanguage] ?? language }
  }
}
