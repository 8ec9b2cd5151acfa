// Operators that look at one signal's events, one at a time.

extension Signal {
  /// The events, transformed.
  @inlinable
  public func map<Output>(_ transform: @escaping @MainActor (Value) -> Output) -> Signal<Output> {
    Signal<Output>(depth: depth + 1) { observer, lifetime in
      follow(observer, lifetime) {
        let output = transform($0)
        if !lifetime.isOver { observer.next(output) }
      }
    }
  }

  /// The events that satisfy `isIncluded`.
  @inlinable
  public func filter(_ isIncluded: @escaping @MainActor (Value) -> Bool) -> Signal {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// The results of `transform` that are not nil.
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

  /// The end alone.
  public func ignoreOutput() -> Signal { filter { _ in false } }

  /// The results of folding each event into the result before, beginning with `initial`.
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping @MainActor (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result>(depth: depth + 1) { observer, lifetime in
      let result = Box(initial)
      // What is made of a hidden event is hidden, and so is all that is made of that.
      let isHidden = Box(false)
      follow(observer, lifetime) { event in
        if Trace.hidesEvent { unsafe isHidden.value = true }
        unsafe Trace.hiding(if: isHidden.value) {
          unsafe result.value = combine(result.value, event)
          if !lifetime.isOver { observer.next(unsafe result.value) }
        }
      }
    }
  }

  /// The first `count` events, then the end.
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

  /// The events up to the first one of `trigger`, then the end.
  public func prefix<Other>(until trigger: Signal<Other>) -> Signal {
    .guarded(depth: max(depth, trigger.depth) + 1) { observer, lifetime in
      trigger.subscribe(lifetime.makeChild(), { _ in observer.end() }, ended: {})
      if !lifetime.isOver { start(observer, lifetime) }
    }
  }

  /// The events after the first `count`.
  public func dropFirst(_ count: Int = 1) -> Signal {
    Signal(depth: depth + 1) { observer, lifetime in
      var left = count
      follow(observer, lifetime) { if left > 0 { left -= 1 } else { observer.next($0) } }
    }
  }

  /// `values`, then the events.
  public func prepend(_ values: Value...) -> Signal { Signal.sending(values).append(self) }

  /// The events, with side effects.
  ///
  /// - Parameters:
  ///   - next: Runs with each event before it is passed on.
  ///   - afterNext: Runs with each event once it has been passed on and was handled downstream, unless that
  ///     ended or cancelled the observation. An operator that lets the event wait has passed it on: for time,
  ///     for another signal's event, or, where several signals meet, for the end of the event that is
  ///     being delivered. Of several in a row the one nearest to the observer runs first.
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

  /// The successes, and the value that `recover` makes of each failure, which is an event like any other.
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
  /// The events that differ from the one before.
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
  /// Starts the signal for an operator that passes on its end as it is.
  @inlinable @inline(__always)
  func follow<Output>(
    _ observer: SignalObserver<Output>, _ lifetime: SignalLifetime,
    _ next: @escaping @MainActor (Value) -> Void
  ) { start(SignalObserver(next: next, end: observer.finish), lifetime) }
}

/// The memory of an operator, without the exclusivity check of a captured variable at each event.
@MainActor
@usableFromInline
final class Box<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { unsafe self.value = value }
}

/// The latest event of a signal, kept to be used again: hidden then if it was hidden when it came.
@MainActor
@usableFromInline
final class Kept<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value?
  @exclusivity(unchecked) @usableFromInline var isHidden = false

  @inlinable
  init() {}

  /// Keeps an event; the one before lives until `body` is over, for its end may run the user's code.
  @inlinable @inline(__always)
  func keep(_ new: Value, _ body: () -> Void) {
    let old = unsafe exchange(&value, with: new)
    unsafe isHidden = Trace.hidesEvent
    body()
    withExtendedLifetime(old) {}
  }

  /// Calls `body` with the event, if one has come.
  @inlinable @inline(__always)
  func use(_ body: (Value) -> Void) {
    guard let value = unsafe value else { return }
    unsafe Trace.hiding(if: isHidden) { body(value) }
  }
}
