import Foundation
import HTTPTypes
import Models
import Networking
import REPLKit
import ViewModels

/// The conversion of typed texts into requests, and of answers into their shown form, without the values of secrets.
extension NetworkExplorer {
  static func request(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String] = [:]
  ) throws -> Request {
    guard let mark = path.firstIndex(of: "?"), !path.contains("://") else {
      return Request(method, path, query: items(query))
    }
    // In a typed text, names and values are not percent-encoded yet.
    var components = URLComponents()
    components.percentEncodedQuery = String(path[path.index(after: mark)...])
      .addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed.union(["%"]))
    return Request(
      method, String(path[..<mark]), query: (components.queryItems ?? []) + items(query))
  }

  private static func items(_ query: [String: String]) -> [URLQueryItem] {
    query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  /// The words of the prompt for the cache policies.
  private static let policies: KeyValuePairs<String, CachePolicy> = [
    "ignoreCache": .ignoreCache, "reloadAndStore": .reloadIgnoringLocalCacheData,
    "cacheElseLoad": .useProtocolCachePolicy, "cacheThenLoad": .returnCacheDataThenLoad,
    "storedElseLoad": .returnCacheDataElseLoad, "cacheOnly": .returnCacheDataDontLoad,
  ]

  static func policy(_ name: String) throws -> CachePolicy {
    guard let policy = policies.first(where: { $0.key == name })?.value else {
      let names = policies.map(\.key)
      throw Message(
        "'\(name)' is not a cache policy; write \(names)", "“\(name)”不是缓存策略；可写 \(names)")
    }
    return policy
  }

  /// Returns the URL of a file as typed; `~/` is the person's home folder.
  static func located(_ file: String) -> URL {
    URL(filePath: file.hasPrefix("~/") ? NSHomeDirectory() + file.dropFirst() : file)
  }

  /// The method and the path of a request.
  nonisolated static func name(of request: Request) -> String {
    "\(request.method) \(Redactor().url(request.path))"
  }

  static func fields(_ headers: HTTPFields) -> [String: String] {
    Dictionary(
      Redactor().headers(headers).map { ($0.name.rawName, $0.value) },
      uniquingKeysWith: { "\($0), \($1)" })
  }

  /// Decodes an answer away from the main actor, where a long one would stop everything else.
  ///
  /// - Returns: The value, and its model or the reason why it does not fit.
  @concurrent
  nonisolated static func decoded(
    _ response: Response, by registry: EndpointRegistry = .workshop
  ) async -> (value: DynamicValue, model: String?) {
    let data = response.data
    let value = data.isEmpty ? .null : try? JSONDecoder().decode(DynamicValue.self, from: data)
    return (value ?? .string(response.text), model(of: response, by: registry))
  }

  private nonisolated static func model(
    of response: Response, by registry: EndpointRegistry
  ) -> String? {
    do {
      let model = try registry.model(of: response, path: response.url.path)
      return model.map { "\(type(of: $0))" }
    } catch {
      return error.message
    }
  }

  static func phases(_ metrics: TransferMetrics) -> [String: Double] {
    [
      "nameLookupMs": milliseconds(metrics.nameLookup), "connectMs": milliseconds(metrics.connect),
      "firstByteMs": milliseconds(metrics.firstByte), "totalMs": milliseconds(metrics.total),
    ]
  }

  /// A line as JSON, or as a text when it is not JSON.
  static func row(of line: String) -> DynamicValue {
    (try? ModelDecoder().decode(DynamicValue.self, from: line)) ?? .string(line)
  }

  /// The data of an event; an object of `event` and `data` when it has a name.
  static func row(of event: ServerSentEvent) -> DynamicValue {
    let data = row(of: event.data)
    return event.name == "message" ? data : .object(["event": .string(event.name), "data": data])
  }

  fileprivate nonisolated static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(1)).rounded() / 1000
  }
}

extension NetworkExplorer.Line {
  /// Creates the line of a request that has ended; `nil` for a request that still runs.
  init?(_ entry: RequestLog.Entry) {
    guard let duration = entry.duration else { return nil }
    request = NetworkExplorer.name(of: entry.request)
    status = entry.status?.code
    outcome = entry.failure?.rawValue ?? entry.source.rawValue
    level = entry.level.rawValue
    bytes = entry.bytes ?? 0
    ms = NetworkExplorer.milliseconds(duration)
    attempts = entry.attempts
  }
}
