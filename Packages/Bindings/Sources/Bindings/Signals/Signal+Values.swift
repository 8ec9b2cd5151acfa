// Operators on a single signal that handle each event separately.

extension Signal {
  /// A signal that sends the result of `transform` for each event.
  @inlinable
  public func map<Output>(_ transform: @escaping @MainActor (Value) -> Output) -> Signal<Output> {
    Signal<Output>(depth: depth + 1) { observer, lifetime in
      follow(observer, lifetime) {
        let output = transform($0)
        if !lifetime.isOver { observer.next(output) }
      }
    }
  }

  /// A signal that sends the events for which `isIncluded` is true.
  @inlinable
  public func filter(_ isIncluded: @escaping @MainActor (Value) -> Bool) -> Signal {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// A signal that sends the results of `transform` that are not nil.
  @inlinable
  public func compactMap<Output>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> Signal<Output> {
    Signal<Output>(depth: depth + 1) { observer, lifetime in
      follow(observer, lifetime) {
        if let output = transform($0), !lifetime.isOver { observer.next(output) }
      }
    }
  }

  /// A signal that sends no events, only the end.
  public func ignoreOutput() -> Signal { filter { _ in false } }

  /// A signal that combines each event with the previous result, beginning with `initial`, and sends each result.
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping @MainActor (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result>(depth: depth + 1) { observer, lifetime in
      let result = Box(initial)
      // A result derived from a hidden event is hidden, and so are all later results.
      let isHidden = Box(false)
      follow(observer, lifetime) { event in
        if Trace.hidesValues { unsafe isHidden.value = true }
        unsafe Trace.hiding(if: isHidden.value) {
          unsafe result.value = combine(result.value, event)
          if !lifetime.isOver { observer.next(unsafe result.value) }
        }
      }
    }
  }

  /// A signal that sends the first `count` events and then ends.
  public func prefix(_ count: Int) -> Signal {
    guard count > 0 else { return .empty }
    return .guarded(depth: depth + 1) { observer, lifetime in
      var left = count
      follow(observer, lifetime) {
        left -= 1
        observer.next($0)
        if left == 0 { observer.end() }
      }
    }
  }

  /// A signal that sends the events up to the first event of `trigger` and then ends.
  public func prefix<Other>(until trigger: Signal<Other>) -> Signal {
    .guarded(depth: max(depth, trigger.depth) + 1) { observer, lifetime in
      trigger.subscribe(lifetime.makeChild(), { _ in observer.end() }, ended: {})
      if !lifetime.isOver { start(observer, lifetime) }
    }
  }

  /// A signal that sends all events except the first `count`.
  public func dropFirst(_ count: Int = 1) -> Signal {
    Signal(depth: depth + 1) { observer, lifetime in
      var left = count
      follow(observer, lifetime) { if left > 0 { left -= 1 } else { observer.next($0) } }
    }
  }

  /// A signal that sends `values` and then the events of this signal.
  public func prepend(_ values: Value...) -> Signal { Signal.sending(values).append(self) }

  /// A signal that sends the same events and runs side effects.
  ///
  /// - Parameters:
  ///   - next: Runs with each event before it is passed on.
  ///   - afterNext: Runs with each event after it was passed on and handled downstream, unless that
  ///     ended or cancelled the observation. An operator that delays the event counts as having handled it, whether it
  ///     waits for time, for another signal's event or, where several signals meet, for the end of another event's
  ///     delivery. With several in a row, the one nearest to the observer runs first.
  ///   - ended: Runs at the end before it is passed on; not when the observation is cancelled.
  /// - Returns: The same events and the same end.
  public func handleEvents(
    next: (@MainActor (Value) -> Void)? = nil, afterNext: (@MainActor (Value) -> Void)? = nil,
    ended: (@MainActor () -> Void)? = nil
  ) -> Signal {
    Signal(depth: depth + 1) { observer, lifetime in
      start(
        SignalObserver(
          next: { value in
            next?(value)
            // A side effect may have cancelled the observation.
            guard !lifetime.isOver else { return }
            observer.next(value)
            if !lifetime.isOver { afterNext?(value) }
          },
          end: {
            ended?()
            if !lifetime.isOver { observer.end() }
          }), lifetime)
    }
  }

  /// A signal that sends the success values, and the result of `recover` for each failure, which is an ordinary event.
  public func `catch`<Success, Failure>(
    _ recover: @escaping @MainActor (Failure) -> Success
  ) -> Signal<Success> where Value == Result<Success, Failure> {
    map {
      switch $0 {
      case .success(let value): value
      case .failure(let error): recover(error)
      }
    }
  }
}

extension Signal where Value: Equatable {
  /// A signal that sends only events that differ from the previous event.
  public func removeDuplicates() -> Signal {
    Signal(depth: depth + 1) { observer, lifetime in
      var last: Value?
      follow(observer, lifetime) { value in
        // The comparison may have cancelled the observation.
        guard last != value, !lifetime.isOver else { return }
        let old = exchange(&last, with: value)
        observer.next(value)
        withExtendedLifetime(old) {}
      }
    }
  }
}

extension Signal {
  /// Starts the signal for an operator that passes the end on unchanged.
  @inlinable @inline(__always)
  func follow<Output>(
    _ observer: SignalObserver<Output>, _ lifetime: SignalLifetime,
    _ next: @escaping @MainActor (Value) -> Void
  ) { start(SignalObserver(next: next, end: observer.finish), lifetime) }
}

/// The state of an operator, without the exclusivity check that a captured variable needs at each event.
@MainActor
@usableFromInline
final class Box<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { unsafe self.value = value }
}

/// The latest event of a signal, stored for later use; it is hidden then if it was hidden on arrival.
@MainActor
@usableFromInline
final class Kept<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value?
  @exclusivity(unchecked) @usableFromInline var isHidden = false

  @inlinable
  init() {}

  /// Stores an event; the previous one is released after `body`, because its deinit may run user code.
  @inlinable @inline(__always)
  func keep(_ new: Value, _ body: () -> Void) {
    let old = unsafe exchange(&value, with: new)
    unsafe isHidden = Trace.hidesValues
    body()
    withExtendedLifetime(old) {}
  }

  /// Calls `body` with the stored event, if there is one.
  @inlinable @inline(__always)
  func use(_ body: (Value) -> Void) {
    guard let value = unsafe value else { return }
    unsafe Trace.hiding(if: isHidden) { body(value) }
  }
}
