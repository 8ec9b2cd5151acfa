import HTTPTypes

extension Client {
  /// The server-sent events of a stream, with automatic reconnection (HTML, 9.2).
  ///
  /// ```swift
  /// for try await event in client.events(Request(.get, "/news")) { show(event.data) }
  /// ```
  ///
  /// When a stream ends or breaks off, the client reconnects after the delay of the server's `retry` field: 0.1 s to 1
  /// h, by default 3 s. While no events arrive, the delays double, from 1 s to 30 s. A `204` ends the sequence. The
  /// sequence fails if the first connection fails or, at any time, on a bad status or a response that is not
  /// `text/event-stream`.
  ///
  /// The sequence is cold and keeps its user and environment. By default, its body has no limit.
  ///
  /// - Parameters:
  ///   - request: The request for the stream; its own `Last-Event-ID` tells the server where to continue.
  ///   - limit: The maximum bytes of a line and of an event's data; more is ``NetworkError/Code/tooLarge``.
  /// - Returns: The events; nothing is sent before the first event is requested.
  public func events(
    _ request: Request, limit: Int = 1 << 20
  ) -> some AsyncSequence<ServerSentEvent, NetworkError> & Sendable {
    ColdSequence {
      var connections = EventConnections(self, request, limit: limit)
      return { () async throws(NetworkError) in try await connections.next() }
    }
  }
}

/// One iteration over events, which may use several connections in turn.
private struct EventConnections {
  private let client: Client
  private let original: Request
  private let owner: CallOwner
  private let environment: ServerEnvironment
  private let limit: Int
  private var parser: EventParser
  /// Returns the lines of the current connection.
  private var nextLine: Pull<String>?
  private var isFirst = true
  /// The number of connections without an event since the last event.
  private var emptyConnections = 0

  init(_ client: Client, _ request: Request, limit: Int) {
    (self.client, original, self.limit) = (client, request, limit)
    (owner, environment) = (client.owner, client.environment)
    parser = EventParser(limit: limit, lastID: request.headers.first(.lastEventID) ?? "")
  }

  /// Returns the next event, or `nil` if the server wants no more connections.
  mutating func next() async throws(NetworkError) -> ServerSentEvent? {
    while true {
      if nextLine == nil, !(try await connect()) { return nil }
      if let event = try await read() { return event }
      nextLine = nil
      try await pause()
    }
  }

  /// Connects; returns false if the server wants no more connections.
  private mutating func connect() async throws(NetworkError) -> Bool {
    while true {
      do throws(NetworkError) {
        let stream = try await client.endlessStream(request, of: owner, in: environment).stream
        isFirst = false
        guard stream.head.status != 204 else { return false }
        try check(stream.head)
        parser.reconnect()
        nextLine = stream.body.nextLine(limit: limit, areWhole: true)
        return true
      } catch  where !isFirst && error.mayPass {
        try await pause()
      }
    }
  }

  /// Returns the next event of the current connection, or `nil` when it has ended or failed.
  private mutating func read() async throws(NetworkError) -> ServerSentEvent? {
    do throws(NetworkError) {
      while let line = try await nextLine?() {
        guard let event = try parser.take(line) else { continue }
        emptyConnections = 0
        return event
      }
    } catch  where error.mayPass {
      return nil
    }
    return nil
  }

  private var request: Request {
    original.with { request in
      if request.headers[.accept] == nil { request.headers[.accept] = "text/event-stream" }
      request.headers[.cacheControl] = "no-store"
      let id = parser.lastID
      request.headers[.lastEventID] = id.isEmpty || !HTTPField.isValidValue(id) ? nil : id
    }
  }

  private func check(_ head: ResponseHead) throws(NetworkError) {
    let type = head.headers.first(.contentType) ?? "no type"
    let name = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    if head.status == 200, name == "text/event-stream" { return }
    throw NetworkError(
      .undecodable,
      "The server sent \(type) with status \(head.status.code) instead of text/event-stream; check the address.",
      request: original.summary, attempts: 1)
  }

  private mutating func pause() async throws(NetworkError) {
    let wanted = parser.retry ?? .seconds(3)
    var wait = emptyConnections == 0 ? wanted : max(wanted, .seconds(1))
    let longest = max(wanted, .seconds(30))
    for _ in 0..<emptyConnections where wait < longest { wait *= 2 }
    emptyConnections += 1
    do throws(NetworkError) {
      try await client.pause(for: min(wait, longest))
    } catch {
      throw error.of(original)
    }
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID: HTTPField.Name = {
    guard let name = HTTPField.Name("Last-Event-ID") else {
      fatalError("Letters and hyphens make a name.")
    }
    return name
  }()
}

extension NetworkError {
  /// Whether the error may be temporary, so that a reconnection may succeed.
  fileprivate var mayPass: Bool {
    [.connectionLost, .cannotConnect, .timedOut, .hostNotFound, .offline].contains(code)
      || proxyStatus?.mayPass == true
  }
}
