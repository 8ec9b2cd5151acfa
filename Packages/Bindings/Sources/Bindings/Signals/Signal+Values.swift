// Operators that look at one signal's events, one at a time.

extension Signal {
  /// The events, transformed.
  @inlinable
  public func map<Output>(_ transform: @escaping @MainActor (Value) -> Output) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      start(
        SignalObserver(
          next: {
            let output = transform($0)
            if !lifetime.isOver { observer.next(output) }
          }, end: observer.finish), lifetime)
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
    Signal<Output> { observer, lifetime in
      start(
        SignalObserver(
          next: { if let output = transform($0), !lifetime.isOver { observer.next(output) } },
          end: observer.finish), lifetime)
    }
  }

  /// The end alone.
  public func ignoreOutput() -> Signal { filter { _ in false } }

  /// The results of folding each event into the result before, beginning with `initial`.
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping @MainActor (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observer, lifetime in
      let result = Box(initial)
      start(
        SignalObserver(
          next: {
            unsafe result.value = combine(result.value, $0)
            if !lifetime.isOver { observer.next(unsafe result.value) }
          }, end: observer.finish), lifetime)
    }
  }

  /// The first `count` events, then the end.
  public func prefix(_ count: Int) -> Signal {
    guard count > 0 else { return .empty }
    return .guarded { observer, lifetime in
      var left = count
      start(
        SignalObserver(
          next: {
            left -= 1
            observer.next($0)
            if left == 0 { observer.end() }
          }, end: observer.finish), lifetime)
    }
  }

  /// The events up to the first one of `trigger`, then the end.
  public func prefix<Other>(until trigger: Signal<Other>) -> Signal {
    .guarded { observer, lifetime in
      trigger.subscribe(lifetime.makeChild(), { _ in observer.end() }, ended: {})
      if !lifetime.isOver { start(observer, lifetime) }
    }
  }

  /// The events after the first `count`.
  public func dropFirst(_ count: Int = 1) -> Signal {
    Signal { observer, lifetime in
      var left = count
      start(
        SignalObserver(
          next: { if left > 0 { left -= 1 } else { observer.next($0) } }, end: observer.finish),
        lifetime)
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
    Signal { observer, lifetime in
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
}

extension Signal where Value: Equatable {
  /// The events that differ from the one before.
  public func removeDuplicates() -> Signal {
    Signal { observer, lifetime in
      var last: Value?
      start(
        SignalObserver(
          next: { value in
            // The comparison may have cancelled the observation.
            guard last != value, !lifetime.isOver else { return }
            let old = exchange(&last, with: value)
            observer.next(value)
            withExtendedLifetime(old) {}
          }, end: observer.finish), lifetime)
    }
  }
}

/// The memory of an operator, without the exclusivity check of a captured variable at each event.
@MainActor
@usableFromInline
final class Box<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { unsafe self.value = value }
}
