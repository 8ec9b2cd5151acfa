/// A stream of events without a current value.
///
/// ```swift
/// let taps = SignalSource<Void>()
/// let token = taps.signal.map { "tapped" }.observe { print($0) }
/// taps.send(())  // prints tapped
/// ```
/// A signal made by a ``SignalSource`` is hot: it sends whether or not there are observers. A signal made by
/// ``create(_:)`` is cold: it starts its work again for each observer. A signal may end but never fails: an
/// error is an ordinary value, so a signal does not end unnoticed. Events are delivered one at a
/// time: an event sent during the delivery of another one, by an operator's closure or an observer,
/// is queued, and so is the end. The reads of closures are not tracked. After the end or the cancellation of the
/// observation, no closure of an operator runs; those above a ``share()`` or ``replayLast()`` may run once, while
/// its last observer leaves. A signal with more than a thousand operators in a row ends at once and is
/// reported; so does an inner signal of a ``flatMap(_:_:)`` that exceeds this number. The main actor
/// guards it.
@MainActor
public struct Signal<Value> {
  // The lifetime is checked by the source of an event, and by an operator after a closure of the user, which may have
  // ended the lifetime. Operators that produce no events of their own pass events on unchecked.
  @usableFromInline let start: @MainActor (SignalObserver<Value>, SignalLifetime) -> Void
  /// The number of operators through which an event passes in nested calls, each of which needs stack.
  @usableFromInline let depth: Int
  /// The consecutive signals, if ``append(_:)`` has made this signal.
  @usableFromInline var parts: [Signal]?

  @inlinable
  init(
    depth: Int = 0, _ start: @escaping @MainActor (SignalObserver<Value>, SignalLifetime) -> Void
  ) {
    self.depth = depth
    self.start = depth > SignalDepth.limit ? SignalDepth.refuse(depth) : start
  }

  /// Calls `next` with each event, and `ended` once if the signal ends, until the token is cancelled
  /// or released.
  ///
  /// - Returns: The token. Keep it: when it is released the observation ends.
  @inlinable
  public func observe(
    _ next: @escaping @MainActor (Value) -> Void, ended: @escaping @MainActor () -> Void = {}
  ) -> Subscription {
    let lifetime = SignalLifetime(depth: depth)
    // Some signals send their first event synchronously.
    untracked { subscribe(lifetime, next, ended: ended) }
    return SignalSubscription(lifetime)
  }

  /// Starts the signal for as long as `lifetime` lasts.
  @inlinable
  func subscribe(
    _ lifetime: SignalLifetime, _ next: @escaping @MainActor (Value) -> Void,
    ended: @escaping @MainActor () -> Void
  ) {
    // A signal that was started earlier may have ended the observation.
    guard !lifetime.isOver else { return }
    start(
      SignalObserver(
        next: { if !lifetime.isOver { next($0) } },
        end: {
          guard !lifetime.isOver else { return }
          lifetime.end()
          ended()
        }), lifetime)
  }

  /// A signal that passes on the events of `start` one at a time, up to the first end or the
  /// cancellation; `start` may send nested events and several ends.
  @inlinable
  static func guarded(
    depth: Int = 0, _ start: @escaping @MainActor (SignalObserver<Value>, SignalLifetime) -> Void
  ) -> Signal {
    Signal(depth: depth) { observer, outer in
      let lifetime = outer.makeChild()
      let turns = Turns()
      start(
        SignalObserver(
          next: { event in
            guard !lifetime.isOver else { return }
            guard turns.isIdle else {
              return turns.waitAsNow { if !lifetime.isOver { observer.next(event) } }
            }
            turns.take { observer.next(event) }
          },
          end: {
            turns.end {
              guard !lifetime.isOver else { return }
              lifetime.end()
              // An action at the lifetime's end may have cancelled the observation.
              if !outer.isOver { observer.end() }
            }
          }), lifetime)
    }
  }
}

extension Signal {
  /// A signal that runs `body` for each observer.
  ///
  /// `body` sends through its observer argument and returns a closure, which runs when the observation
  /// has ended or was cancelled.
  /// ```swift
  /// let answer = Signal<Int>.create { observer in
  ///   observer.send(42)
  ///   observer.end()
  ///   return {}
  /// }
  /// ```
  public static func create(
    _ body: @escaping @MainActor (SignalObserver<Value>) -> @MainActor () -> Void
  ) -> Signal {
    .guarded { observer, lifetime in lifetime.onEnd(body(observer)) }
  }

  /// A signal that sends `values` and ends.
  public static func just(_ values: Value...) -> Signal { sending(values) }

  static func sending(_ values: [Value]) -> Signal {
    .guarded { observer, lifetime in
      for value in values where !lifetime.isOver { observer.next(value) }
      observer.end()
    }
  }

  /// A signal that ends at once.
  public static var empty: Signal { Signal { observer, _ in observer.end() } }

  /// A signal that never sends and never ends.
  public static var never: Signal { Signal { _, _ in } }
}

/// The receiver of a signal's events.
@MainActor
@safe
public struct SignalObserver<Value> {
  // Takes the event by address, because a stored closure of type `(Value) -> Void` would be called through a
  // thunk at every operator.
  @usableFromInline let receive: @MainActor (UnsafeRawPointer) -> Void
  @usableFromInline let finish: @MainActor () -> Void

  @inlinable @inline(__always)
  init(next: @escaping @MainActor (Value) -> Void, end: @escaping @MainActor () -> Void) {
    unsafe receive = { unsafe next($0.assumingMemoryBound(to: Value.self).pointee) }
    finish = end
  }

  @inlinable @inline(__always)
  func next(_ value: Value) {
    // Not `withUnsafePointer`, whose closure would check its actor at each event.
    var event = value
    unsafe pass(&event)
  }

  @inlinable @inline(__always)
  func pass(_ event: UnsafePointer<Value>) { unsafe receive(UnsafeRawPointer(event)) }

  /// Sends an event; has no effect after the end or the cancellation of the observation.
  ///
  /// The reads of the event's receivers are not tracked, even if an observer calls this method.
  @inlinable
  public func send(_ value: Value) { untracked { next(value) } }

  /// Ends the signal; has no effect after the end or the cancellation of the observation.
  @inlinable
  public func end() { untracked { finish() } }
}
