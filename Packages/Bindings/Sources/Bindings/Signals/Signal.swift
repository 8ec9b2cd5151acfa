/// A stream of events without a current value.
///
/// ```swift
/// let taps = SignalSource<Void>()
/// let token = taps.signal.map { "tapped" }.observe { print($0) }
/// taps.send(())  // prints tapped
/// ```
/// A signal made by a ``SignalSource`` is hot: it sends whether or not anybody observes. One made by
/// ``create(_:)`` is cold: each observer starts the work again. A signal may end; it never fails: an
/// error is a value like any other, so nothing ends behind the observer's back. Events come one at a
/// time: one that is sent in the middle of another, by a closure of an operator or by an observer,
/// waits until that is delivered, and so does the end. What the closures read is not tracked. After the end, and after the observation was
/// cancelled, no closure of an operator runs; those above a ``share()`` or ``replayLast()`` may, once, while
/// its last observer leaves. A signal with more than a thousand operators in a row ends at once, and is
/// reported; so does the one among the signals of a ``flatMap(_:_:)`` with which there are more. The main actor
/// guards it.
@MainActor
public struct Signal<Value> {
  // Whoever sends first, a source, checks the lifetime, and so does an operator after a closure of the
  // user, which may have ended it; operators that make nothing of their own pass on what comes.
  @usableFromInline let start: @MainActor (SignalObserver<Value>, SignalLifetime) -> Void
  /// The number of operators that an event passes one inside the other; each of them takes some of the stack.
  @usableFromInline let depth: Int
  /// The signals that follow each other, of one that ``append(_:)`` has made.
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
    // Some signals send at once.
    untracked { subscribe(lifetime, next, ended: ended) }
    return SignalSubscription(lifetime)
  }

  /// Starts the signal for as long as `lifetime` lasts.
  @inlinable
  func subscribe(
    _ lifetime: SignalLifetime, _ next: @escaping @MainActor (Value) -> Void,
    ended: @escaping @MainActor () -> Void
  ) {
    // Another signal, started before, may have ended the observation.
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

  /// A signal that passes on what `start` sends, one event at a time, up to its first end or its
  /// cancellation, however often and deeply nested it is sent.
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
              // An action may have cancelled the observation.
              if !outer.isOver { observer.end() }
            }
          }), lifetime)
    }
  }
}

extension Signal {
  /// A signal that runs `body` for each observer.
  ///
  /// `body` sends through the observer that it is given and returns what to do when the observation
  /// is over, be it cancelled or ended.
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
  // Takes the event by address: a stored closure of type `(Value) -> Void` would be called through a
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
    // Not `withUnsafePointer`, whose closure would ask for its actor at each event.
    var event = value
    unsafe pass(&event)
  }

  @inlinable @inline(__always)
  func pass(_ event: UnsafePointer<Value>) { unsafe receive(UnsafeRawPointer(event)) }

  /// Sends an event; nothing after the end, nor after the observation was cancelled.
  ///
  /// Whoever calls it, an observer, say, does not depend on what those read who get the event.
  @inlinable
  public func send(_ value: Value) { untracked { next(value) } }

  /// Ends the signal; nothing when it has ended or the observation was cancelled.
  @inlinable
  public func end() { untracked { finish() } }
}
