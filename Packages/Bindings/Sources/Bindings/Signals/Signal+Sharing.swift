extension Signal {
  /// A signal that shares one observation of this signal among all its observers; a later observer first gets the
  /// latest event.
  ///
  /// The work starts with the first observer and stops with the last one, which also discards the stored event. When
  /// this signal has ended, a later observer gets the latest event and the end. Store the returned
  /// signal, because each call makes a separate shared observation.
  /// ```swift
  /// let answer = request.replayLast()
  /// ```
  public func replayLast() -> Signal {
    shared(keepsLast: true)
  }

  /// A signal that shares one observation of this signal among all its observers; a later observer first gets the next
  /// event, or the end; otherwise it works like ``replayLast()``.
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

  /// An observation of the upstream signal.
  @MainActor
  private final class Connection {
    // Not a source: the original source traces or hides the events, in its own graph.
    let observers = SignalObservers()
    let lifetime: SignalLifetime
    let last = Kept<Value>()
    /// The number of current observers.
    var count = 0

    init(depth: Int) { lifetime = SignalLifetime(depth: depth) }

    func send(_ value: Value, keepsLast: Bool) {
      guard observers.isIdle else {
        return observers.waitAsNow { self.deliver(value, keepsLast: keepsLast) }
      }
      observers.take { deliver(value, keepsLast: keepsLast) }
    }

    private func deliver(_ value: Value, keepsLast: Bool) {
      // Stored before the delivery, so that an observer that joins during the delivery gets this event and not a later
      // event that is still queued.
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
      // Cleared before the end of the work, which may add a new observer.
      if self.connection === connection { self.connection = nil }
      connection.lifetime.end()
    }
    // The observer joins before it gets the latest event; otherwise it would miss an event sent in response.
    unsafe connection.observers.add(observer.receive, observer.finish, lifetime)
    connection.last.use { observer.next($0) }
  }
}
