/// An event of a `text/event-stream` (HTML, 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The name of the event; `message` if the server sends none.
  public var name: String
  /// The data; its lines are joined by LF.
  public var data: String
  /// The last event identifier that the server sent, with this event or earlier; empty if there is none.
  public var id: String

  /// Makes an event.
  public init(name: String = "message", data: String, id: String = "") {
    (self.name, self.data, self.id) = (name, data, id)
  }
}

/// A parser that makes events from the lines of a stream (HTML, 9.2.6).
struct EventParser {
  /// The identifier that is sent to the server on reconnection.
  private(set) var lastID = ""
  /// The reconnection delay, if the server sent one, limited to ``waits``.
  private(set) var retry: Duration?
  /// The permitted reconnection delays: shorter ones would flood the server, longer ones would stall the stream.
  static let waits = Duration.milliseconds(100)...Duration.seconds(3600)
  private let limit: Int
  private var id = ""
  private var name = ""
  private var data: [Substring] = []
  private var size = 0

  /// - Parameters:
  ///   - limit: The maximum bytes of an event's data.
  ///   - lastID: The identifier of the last event, to continue a stream.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    (self.lastID, id) = (lastID, lastID)
  }

  /// Begins another stream, which continues after the last event.
  mutating func reconnect() {
    id = lastID
    (name, data, size) = ("", [], 0)
  }

  /// Parses a line and returns the event that it completes, if any.
  ///
  /// - Throws: ``NetworkError/Code/tooLarge`` if the data exceeds the limit.
  mutating func take(_ line: String) throws(NetworkError) -> ServerSentEvent? {
    guard !line.isEmpty else { return end() }
    // The parser uses bytes, because a colon and a following accent form one `Character`.
    let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
    let field = line[..<(colon ?? line.endIndex)]
    var value = colon.map { line[line.utf8.index(after: $0)...] } ?? ""
    if value.utf8.first == UInt8(ascii: " ") {
      value = value[value.utf8.index(after: value.startIndex)...]
    }
    switch field {
    case "event": name = String(value)
    case "data":
      size += value.utf8.count + (data.isEmpty ? 0 : 1)
      guard size <= limit else { throw .lineTooLong(limit) }
      data.append(value)
    case "id" where !value.utf8.contains(0): id = String(value)
    case "retry" where value.isDecimal:
      let wanted = Int(value).map(Duration.milliseconds) ?? Self.waits.upperBound
      retry = Swift.min(Swift.max(wanted, Self.waits.lowerBound), Self.waits.upperBound)
    default: break
    }
    return nil
  }

  private mutating func end() -> ServerSentEvent? {
    defer { (name, data, size) = ("", [], 0) }
    lastID = id
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
  }
}

extension ResponseBody {
  /// The server-sent events of this single body as they arrive; ``Client/events(_:limit:)`` also reconnects.
  ///
  /// An event cut off by the end of the body is dropped, as HTML requires.
  ///
  /// - Parameter limit: The maximum bytes of an event's data and of a line, 1 MiB by default.
  /// - Returns: The events, for one reader.
  public func events(
    limit: Int = 1 << 20
  ) -> some AsyncSequence<ServerSentEvent, NetworkError> & Sendable {
    ColdSequence {
      let nextLine = nextLine(limit: limit, areWhole: true)
      var parser = EventParser(limit: limit)
      return { () async throws(NetworkError) in
        while let line = try await nextLine() {
          if let event = try parser.take(line) { return event }
        }
        return nil
      }
    }
  }
}
