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
    shared(keepsLast: true)
  }

  /// The events, from one observation that all observers share; a later observer gets the next event
  /// first, or the end; all else is as with ``replayLast()``.
  public func share() -> Signal {
    shared(keepsLast: false)
  }

  private func shared(keepsLast: Bool) -> Signal {
    let shared = Shared(self, keepsLast: keepsLast)
    return .guarded(depth: depth + 1) { shared.add($0, $1) }
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
    // No source: what passes is traced, or kept secret, where it was sent, and belongs to that graph.
    let observers = SignalObservers()
    let lifetime: SignalLifetime
    let last = Kept<Value>()
    /// The number of observers that have not left.
    var count = 0

    init(depth: Int) { lifetime = SignalLifetime(depth: depth) }

    func send(_ value: Value, keepsLast: Bool) {
      guard observers.isIdle else {
        return observers.waitAsNow { self.deliver(value, keepsLast: keepsLast) }
      }
      observers.take { deliver(value, keepsLast: keepsLast) }
    }

    private func deliver(_ value: Value, keepsLast: Bool) {
      // First, so that an observer that is added during the delivery gets this event, and not a later one
      // that waits for its turn.
      guard keepsLast else { return observers.deliver(event: value) }
      last.keep(value) { observers.deliver(event: value) }
    }

    func end() { observers.end { self.observers.tellEnd() } }
  }

  init(_ upstream: Signal<Value>, keepsLast: Bool) {
    self.upstream = upstream
    self.keepsLast = keepsLast
  }

  func add(_ observer: SignalObserver<Value>, _ lifetime: SignalLifetime) {
    guard let connection else {
      let connection = Connection(depth: lifetime.depth)
      self.connection = connection
      join(connection, observer, lifetime)
      let keepsLast = keepsLast
      upstream.subscribe(
        connection.lifetime.makeChild(), { connection.send($0, keepsLast: keepsLast) },
        ended: connection.end)
      return
    }
    join(connection, observer, lifetime)
  }

  private func join(
    _ connection: Connection, _ observer: SignalObserver<Value>, _ lifetime: SignalLifetime
  ) {
    guard !connection.observers.isEnded else {
      connection.last.use { observer.next($0) }
      return observer.end()
    }
    connection.count += 1
    lifetime.onEnd {
      connection.count -= 1
      guard connection.count == 0, !connection.observers.isEnded else { return }
      // First, for the end of the work may bring a new observer.
      if self.connection === connection { self.connection = nil }
      connection.lifetime.end()
    }
    // It observes before it gets the latest event, or it would miss one sent in answer to that.
    unsafe connection.observers.add(observer.receive, observer.finish, lifetime)
    connection.last.use { observer.next($0) }
  }
}
