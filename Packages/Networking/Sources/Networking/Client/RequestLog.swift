public import Foundation
public import HTTPTypes
import Synchronization

/// The most recent requests of a client with their outcomes and timings.
///
/// ```swift
/// for entry in client.log.entries { print(entry) }
/// // GET http://127.0.0.1:8080/posts 200 1.9 kB 12.3 ms
/// ```
public final class RequestLog: Sendable {
  /// An entry for one request, finished or still running.
  public struct Entry: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The source of a response.
    public enum Source: String, Sendable, Hashable {
      /// The server.
      case network
      /// The cache, without a request to the server.
      case cache
      /// The cache, after the server confirmed the stored response.
      case revalidated
      /// An interceptor, without a request to the server.
      case interceptor

      /// Whether a request reached the server.
      var isSent: Bool { self == .network || self == .revalidated }
    }

    /// The number of the request in its log, from 1.
    public let id: Int
    /// The request without its body, secret query values, and header values that are not known to be harmless.
    public let request: Request
    /// The time when the request began.
    public let start: Date
    /// The duration, retries included; `nil` while the request runs.
    public internal(set) var duration: Duration?
    /// The response status, or `nil` if there is none yet.
    public internal(set) var status: HTTPResponse.Status?
    /// The error code, or `nil` if the request did not fail.
    public internal(set) var failure: NetworkError.Code?
    /// The number of attempts, as in ``NetworkError/attempts``; 0 while the request runs.
    public internal(set) var attempts = 0
    /// The number of received body bytes, after decompression.
    public internal(set) var bytes: Int?
    /// The source of the response.
    public internal(set) var source = Source.network
    /// The timings of the last attempt.
    public internal(set) var metrics: TransferMetrics?

    /// The entry as one line of a log.
    public var description: String {
      var parts = [request.summary]
      if let status { parts.append("\(status.code)") }
      if let failure, status == nil || failure != .badStatus { parts.append(failure.rawValue) }
      if source != .network { parts.append("(\(source.rawValue))") }
      if let bytes {
        parts.append(bytes < 1000 ? "\(bytes) B" : "\(Self.tenths(Double(bytes) / 1000)) kB")
      }
      parts.append(duration.map { "\(Self.tenths($0 / .milliseconds(1))) ms" } ?? "…")
      if attempts > 1 { parts.append("after \(attempts) attempts") }
      return parts.joined(separator: " ")
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  }

  private struct State {
    var entries: [Entry] = []
    var lastID = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let observer: (@Sendable (Entry) -> Void)?

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - capacity: The number of entries kept.
  ///   - observer: Called with each finished entry, on the task that made the request.
  public init(capacity: Int = 200, observer: (@Sendable (Entry) -> Void)? = nil) {
    self.capacity = min(max(1, capacity), .max / 2)
    self.observer = observer
  }

  /// Returns the kept entries of at least a level, the oldest first.
  public func entries(from level: Level) -> [Entry] { entries.filter { $0.level >= level } }

  /// The kept entries, the oldest first.
  public var entries: [Entry] { state.withLock { Array($0.entries.suffix(capacity)) } }

  func begin(_ request: Request, at date: Date) -> Entry {
    let redactor = request.redactor
    var request = request
    request.body = .empty
    request.headers = redactor.requestHeaders(request.headers)
    request.host = request.host.map(redactor.host)
    request.query = redactor.query(request.query)
    if let fixed = request.fixedQuery {
      request.fixedQuery = String(redactor.url("?" + fixed).dropFirst())
    }
    let shown = request
    return state.withLock { state in
      state.lastID += 1
      let entry = Entry(id: state.lastID, request: shown, start: date)
      // Many entries are removed at once, because each removal moves all later entries.
      if state.entries.count >= 2 * capacity { state.entries.removeFirst(capacity) }
      state.entries.append(entry)
      return entry
    }
  }

  func end(_ entry: Entry) {
    state.withLock { state in
      guard let first = state.entries.first?.id, entry.id >= first else { return }
      state.entries[entry.id - first] = entry
    }
    observer?(entry)
  }
}
