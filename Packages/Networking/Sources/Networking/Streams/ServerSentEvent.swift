/// An event of a `text/event-stream` (HTML, 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The name of the event; `message` when the server gives none.
  public var name: String
  /// The data, its lines joined by LF.
  public var data: String
  /// The last identifier that the server has given, with this event or before; empty for none.
  public var id: String

  /// Makes an event.
  public init(name: String = "message", data: String, id: String = "") {
    (self.name, self.data, self.id) = (name, data, id)
  }
}

/// Makes events of the lines of a stream, by the rules of HTML, 9.2.6.
struct EventParser {
  /// The identifier that a reconnection tells the server.
  private(set) var lastID = ""
  /// The wait before a reconnection, once the server has said one, within ``waits``.
  private(set) var retry: Duration?
  /// The waits that a server may ask for: none would be a flood of requests, a longer one no stream any more.
  static let waits = Duration.milliseconds(100)...Duration.seconds(3600)
  private let limit: Int
  private var id = ""
  private var name = ""
  private var data: [Substring] = []
  private var size = 0

  /// - Parameters:
  ///   - limit: The most bytes of an event's data.
  ///   - lastID: The identifier of the last event, when streams continue.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    (self.lastID, id) = (lastID, lastID)
  }

  /// Begins another stream, which continues after the last event of this one.
  mutating func reconnect() {
    id = lastID
    (name, data, size) = ("", [], 0)
  }

  /// The event that a line completes.
  ///
  /// - Throws: ``NetworkError/Code/tooLarge`` for data beyond the limit.
  mutating func take(_ line: String) throws(NetworkError) -> ServerSentEvent? {
    guard !line.isEmpty else { return end() }
    // By bytes: in Swift a colon and an accent after it are one character.
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
  /// The server-sent events of this one body, as they arrive; ``Client/events(_:limit:)`` also reconnects.
  ///
  /// An event that the end of the body cuts off is dropped, as HTML wants it.
  ///
  /// - Parameter limit: The most bytes of an event's data, and of a line, 1 MiB by default.
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
