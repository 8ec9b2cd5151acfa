public import Foundation
public import HTTPTypes
import Synchronization

/// The last requests of a client with their outcome and timings.
///
/// ```swift
/// for entry in client.log.entries { print(entry) }
/// // GET http://127.0.0.1:8080/posts 200 1.9 kB 12.3 ms
/// ```
public final class RequestLog: Sendable {
  /// One request, finished or not.
  public struct Entry: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// Where the answer came from.
    public enum Source: String, Sendable, Hashable {
      /// The server.
      case network
      /// The cache, without asking.
      case cache
      /// The cache, after the server said that nothing changed.
      case revalidated
      /// An interceptor, without asking.
      case interceptor

      /// Whether the server was asked.
      var isSent: Bool { self == .network || self == .revalidated }
    }

    /// Counts the requests of a log, from 1.
    public let id: Int
    /// The request without its body, and without the values of secrets in its query and of headers not known as harmless.
    public let request: Request
    /// When it was begun.
    public let start: Date
    /// The time that it took, with retries; `nil` while it runs.
    public internal(set) var duration: Duration?
    /// The status, once there is one.
    public internal(set) var status: HTTPResponse.Status?
    /// The kind of failure, if it failed.
    public internal(set) var failure: NetworkError.Code?
    /// The number of attempts, 0 when nothing was sent, counted as in ``NetworkError/attempts``.
    public internal(set) var attempts = 0
    /// Bytes of body received, decompressed.
    public internal(set) var bytes: Int?
    /// Where the answer came from.
    public internal(set) var source = Source.network
    /// The phases of the last attempt.
    public internal(set) var metrics: TransferMetrics?

    /// One line, as a log shows it.
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
  ///   - capacity: How many entries are kept.
  ///   - observer: Told of each finished entry, on the task that made the request.
  public init(capacity: Int = 200, observer: (@Sendable (Entry) -> Void)? = nil) {
    self.capacity = min(max(1, capacity), .max / 2)
    self.observer = observer
  }

  /// The entries kept of a level, or a more serious one, the oldest first.
  public func entries(from level: Level) -> [Entry] { entries.filter { $0.level >= level } }

  /// The entries kept, the oldest first.
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
      // Dropped many at a time, since dropping one moves all the others.
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
