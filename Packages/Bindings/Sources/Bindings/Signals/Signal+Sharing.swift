extension Signal {
  /// The events, from one observation that all observers share; who comes late gets the latest one
  /// first.
  ///
  /// The work starts with the first observer and stops with the last, which forgets the event. When
  /// the signal has ended, who comes later gets the latest event and the end. Keep the returned signal:
  /// each call makes one that shares with nobody else.
  /// ```swift
  /// let answer = request.replayLast()
  /// ```
  public func replayLast() -> Signal {
    let shared = Shared(self, keepsLast: true)
    return Signal { shared.add($0, $1) }
  }

  /// The events, from one observation that all observers share; who comes late gets what comes next.
  ///
  /// The work starts with the first observer and stops with the last. When the signal has ended, who
  /// comes later gets the end. Keep the returned signal: each call makes one that shares with nobody
  /// else.
  public func share() -> Signal {
    let shared = Shared(self, keepsLast: false)
    return Signal { shared.add($0, $1) }
  }
}

/// What the observers of one `replayLast` or `share` have in common.
@MainActor
private final class Shared<Value> {
  private let upstream: Signal<Value>
  private let keepsLast: Bool
  private var connection: Connection?

  /// One run of the upstream signal.
  @MainActor
  private final class Connection {
    let source = SignalSource<Value>()
    let lifetime = SignalLifetime()
    var last: Value?
    var observers = 0
  }

  init(_ upstream: Signal<Value>, keepsLast: Bool) {
    self.upstream = upstream
    self.keepsLast = keepsLast
  }

  func add(_ observer: SignalObserver<Value>, _ lifetime: SignalLifetime) {
    guard let connection else {
      let connection = Connection()
      self.connection = connection
      // The first to hear of an event, so that who comes during its delivery gets that one, and no
      // later one that waits for its turn.
      if keepsLast {
        connection.source.signal.subscribe(
          connection.lifetime, { connection.last = $0 }, ended: {})
      }
      join(connection, observer, lifetime)
      upstream.subscribe(
        connection.lifetime.makeChild(), connection.source.send, ended: connection.source.end)
      return
    }
    join(connection, observer, lifetime)
  }

  private func join(
    _ connection: Connection, _ observer: SignalObserver<Value>, _ lifetime: SignalLifetime
  ) {
    let last = connection.last
    guard !connection.source.isEnded else {
      if let last { observer.next(last) }
      return observer.end()
    }
    connection.observers += 1
    lifetime.onEnd {
      connection.observers -= 1
      guard connection.observers == 0, !connection.source.isEnded else { return }
      connection.lifetime.end()
      if self.connection === connection { self.connection = nil }
    }
    // It is one of the observers when it gets the latest event, or it would miss one sent in answer.
    connection.source.signal.start(observer, lifetime)
    if let last { observer.next(last) }
  }
}
