import HTTPTypes

extension Client {
  /// Server-sent events as they come, over as many connections as it takes (HTML, 9.2).
  ///
  /// ```swift
  /// for try await event in client.events(Request(.get, "/news")) { show(event.data) }
  /// ```
  ///
  /// When a stream ends or breaks off, another one is asked for after the time that the server's `retry` says, 0.1
  /// seconds to an hour and by default three seconds. While no event comes the waits double, from one second to thirty.
  /// A `204` ends the sequence. A first connection that fails is an error; so is, at any time, a bad status or an
  /// answer that is no `text/event-stream`.
  ///
  /// The sequence is cold, and belongs to its user and environment. By default its body has no limit.
  ///
  /// - Parameters:
  ///   - request: The request for the stream; a `Last-Event-ID` of its own says where to continue.
  ///   - limit: The most bytes of a line, and of an event's data; ``NetworkError/Code/tooLarge`` beyond it.
  /// - Returns: The events; nothing is sent before the first is asked for.
  public func events(
    _ request: Request, limit: Int = 1 << 20
  ) -> some AsyncSequence<ServerSentEvent, NetworkError> & Sendable {
    ColdSequence {
      var connections = EventConnections(self, request, limit: limit)
      return { () async throws(NetworkError) in try await connections.next() }
    }
  }
}

/// One reading of events, over one connection after the other.
private struct EventConnections {
  private let client: Client
  private let original: Request
  private let owner: CallOwner
  private let environment: ServerEnvironment
  private let limit: Int
  private var parser: EventParser
  /// Brings the lines of the connection that stands.
  private var nextLine: Pull<String>?
  private var isFirst = true
  /// Connections without an event since the last one.
  private var emptyConnections = 0

  init(_ client: Client, _ request: Request, limit: Int) {
    (self.client, original, self.limit) = (client, request, limit)
    (owner, environment) = (client.owner, client.environment)
    parser = EventParser(limit: limit, lastID: request.headers.first(.lastEventID) ?? "")
  }

  /// The next event, or `nil` once the server wants no more connections.
  mutating func next() async throws(NetworkError) -> ServerSentEvent? {
    while true {
      if nextLine == nil, !(try await connect()) { return nil }
      if let event = try await read() { return event }
      nextLine = nil
      try await pause()
    }
  }

  /// Connects, or returns false when the server wants no more connections.
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

  /// The next event of the connection that stands; `nil` when that has ended, in good order or not.
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
  /// Whether another connection may do better.
  fileprivate var mayPass: Bool {
    [.connectionLost, .cannotConnect, .timedOut, .hostNotFound, .offline].contains(code)
  }
}
