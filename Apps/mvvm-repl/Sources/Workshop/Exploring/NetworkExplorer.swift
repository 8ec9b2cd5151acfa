import Bindings
import Foundation
import HTTPTypes
import Models
import Networking
import ViewModels

/// The workshop's API, to explore by hand: each request leaves its time, header and log line.
///
/// ```
/// net.get("/posts/7")
/// net.last          // "GET http://127.0.0.1:40123/posts/7 200 122 B 1.8 ms"
/// net.get("/books", query: ["q": "基础"])
/// ```
@MainActor
@ViewModel
final class NetworkExplorer {
  /// A request and its outcome.
  struct Line: Codable, Equatable, Sendable {
    /// The method and the path.
    var request: String
    /// The status; `nil` when none came.
    var status: Int?
    /// Why it failed, or where the answer came from.
    var outcome: String
    /// Bytes of body.
    var bytes: Int
    /// The whole time in milliseconds, with retries.
    var ms: Double
    /// How often it was sent.
    var attempts: Int
  }

  /// The last request in one line: its address, the status, the size and the time.
  private(set) var last: String?
  /// The phases of the last request, in milliseconds from its start.
  private(set) var timings: [String: Double] = [:]
  /// The header of the last answer.
  private(set) var headers: [String: String] = [:]
  /// The last two hundred requests, the login's among them.
  private(set) var log: [Line] = []

  /// What the API answers to GET; from the cache when that is fresh, or as `cache` says.
  @Command(policy: .parallel(max: 8))
  func get(
    _ path: String, query: [String: String] = [:], cache: String = "cacheElseLoad"
  ) async throws -> DynamicValue {
    var request = try Self.request(.get, path, query: query)
    request.cachePolicy = try Self.policy(cache)
    return try await send(request)
  }

  /// The header that the API answers to HEAD.
  @Command(policy: .parallel(max: 8))
  func head(_ path: String) async throws -> [String: String] {
    _ = try await send(try Self.request(.head, path))
    return headers
  }

  /// Sends a value as JSON and shows the answer.
  @Command(policy: .parallel(max: 8))
  func post(_ path: String, body: DynamicValue) async throws -> DynamicValue {
    var request = try Self.request(.post, path)
    request.body = try .json(body)
    return try await send(request)
  }

  private let api: WorkshopAPI

  init(api: WorkshopAPI) { self.api = api }

  /// Takes over what the client's log has.
  func refresh() {
    let entries = api.log.entries
    log = entries.compactMap(Line.init)
    guard let entry = entries.last(where: { $0.duration != nil }) else { return }
    last = entry.description
    timings = entry.metrics.map(Self.phases) ?? [:]
  }

  private func send(_ request: Request) async throws -> DynamicValue {
    defer { refresh() }
    let response: Response
    do {
      response = try await api.client().send(request)
    } catch let error as NetworkError {
      if let response = error.response { headers = Self.fields(response) }
      throw error
    }
    headers = Self.fields(response)
    guard !response.data.isEmpty else { return .null }
    if let value = try? JSONDecoder().decode(DynamicValue.self, from: response.data) {
      return value
    }
    return .string(response.text)
  }

  private static func request(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String] = [:]
  ) throws -> Request {
    guard let mark = path.firstIndex(of: "?"), !path.contains("://") else {
      return Request(method, path, query: items(query))
    }
    // As one types it: names and values are not yet percent-encoded.
    var components = URLComponents()
    components.percentEncodedQuery = String(path[path.index(after: mark)...])
      .addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed.union(["%"]))
    return Request(
      method, String(path[..<mark]), query: (components.queryItems ?? []) + items(query))
  }

  private static func items(_ query: [String: String]) -> [URLQueryItem] {
    query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  /// The words of the prompt for the ways to use the cache.
  private static let policies: KeyValuePairs<String, CachePolicy> = [
    "ignoreCache": .ignoreCache, "reloadAndStore": .reloadIgnoringLocalCacheData,
    "cacheElseLoad": .useProtocolCachePolicy, "cacheThenLoad": .returnCacheDataThenLoad,
    "storedElseLoad": .returnCacheDataElseLoad, "cacheOnly": .returnCacheDataDontLoad,
  ]

  private static func policy(_ name: String) throws -> CachePolicy {
    guard let policy = policies.first(where: { $0.key == name })?.value else {
      let names = policies.map(\.key).joined(separator: ", ")
      throw ViewModelError(
        .typeMismatch, "'\(name)' is no way to use the cache; there are \(names).")
    }
    return policy
  }

  private static func fields(_ response: Response) -> [String: String] {
    Dictionary(
      Redactor().headers(response.headers).map { ($0.name.rawName, $0.value) },
      uniquingKeysWith: { "\($0), \($1)" })
  }

  private static func phases(_ metrics: TransferMetrics) -> [String: Double] {
    [
      "nameLookup": milliseconds(metrics.nameLookup), "connect": milliseconds(metrics.connect),
      "firstByte": milliseconds(metrics.firstByte), "total": milliseconds(metrics.total),
    ]
  }

  fileprivate nonisolated static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(1)).rounded() / 1000
  }
}

extension NetworkExplorer.Line {
  /// Nothing for a request that is on its way.
  fileprivate init?(_ entry: RequestLog.Entry) {
    guard let duration = entry.duration else { return nil }
    request = "\(entry.request.method) \(Redactor().url(entry.request.path))"
    status = entry.status?.code
    outcome = entry.failure?.rawValue ?? entry.source.rawValue
    bytes = entry.bytes ?? 0
    ms = NetworkExplorer.milliseconds(duration)
    attempts = entry.attempts
  }
}
