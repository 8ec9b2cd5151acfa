extension Signal {
  /// The events, from one observation that all observers share; a later observer gets the latest event
  /// first.
  ///
  /// The work starts with the first observer and stops with the last, which forgets the event. When
  /// the signal has ended, a later observer gets the latest event and the end. Keep the returned
  /// signal: each call makes one that shares with nobody else.
  /// ```swift
  /// let answer = request.replayLast()
  /// ```
  public func replayLast() -> Signal {
    let shared = Shared(self, keepsLast: true)
    return .guarded { shared.add($0, $1) }
  }

  /// The events, from one observation that all observers share; a later observer gets the next event
  /// first.
  ///
  /// The work starts with the first observer and stops with the last. When the signal has ended, a
  /// later observer gets the end. Keep the returned signal: each call makes one that shares with nobody
  /// else.
  public func share() -> Signal {
    let shared = Shared(self, keepsLast: false)
    return .guarded { shared.add($0, $1) }
  }
}

/// The one observation that the observers of a `replayLast` or `share` have in common.
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
      // It hears each event first, so that an observer that is added during its delivery gets that
      // event, and not a later one that waits for its turn.
      if keepsLast {
        connection.source.signal.subscribe(
          connection.lifetime, { _ = exchange(&connection.last, with: $0) }, ended: {})
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
      // First, for the end of the work may bring a new observer.
      if self.connection === connection { self.connection = nil }
      connection.lifetime.end()
    }
    // It observes before it gets the latest event, or it would miss one sent in answer to that.
    connection.source.signal.start(observer, lifetime)
    if let last { observer.next(last) }
  }
}
