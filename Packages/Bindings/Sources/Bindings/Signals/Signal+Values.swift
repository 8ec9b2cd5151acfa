// Operators that look at one signal's events, one at a time.

extension Signal {
  /// The events, transformed.
  @inlinable
  public func map<Output>(_ transform: @escaping @MainActor (Value) -> Output) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      start(
        SignalObserver(next: { observer.next(transform($0)) }, end: observer.finish), lifetime)
    }
  }

  /// The events that satisfy `isIncluded`.
  @inlinable
  public func filter(_ isIncluded: @escaping @MainActor (Value) -> Bool) -> Signal {
    Signal { observer, lifetime in
      start(
        SignalObserver(next: { if isIncluded($0) { observer.next($0) } }, end: observer.finish),
        lifetime)
    }
  }

  /// The events of which `transform` makes something.
  @inlinable
  public func compactMap<Output>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      start(
        SignalObserver(
          next: { if let output = transform($0) { observer.next(output) } }, end: observer.finish),
        lifetime)
    }
  }

  /// The end alone.
  public func ignoreValues() -> Signal { filter { _ in false } }

  /// The results of folding each event into the result before, beginning with `initial`.
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping @MainActor (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observer, lifetime in
      var result = initial
      start(
        SignalObserver(
          next: {
            result = combine(result, $0)
            observer.next(result)
          }, end: observer.finish), lifetime)
    }
  }

  /// All events in one array, sent at the end.
  public func collect() -> Signal<[Value]> {
    Signal<[Value]> { observer, lifetime in
      var values: [Value] = []
      start(
        SignalObserver(
          next: { values.append($0) },
          end: {
            observer.next(values)
            observer.end()
          }), lifetime)
    }
  }

  /// The first `count` events, then the end.
  public func take(_ count: Int) -> Signal {
    guard count > 0 else { return .empty }
    return Signal { observer, lifetime in
      var left = count
      let upstream = lifetime.makeChild()
      start(
        SignalObserver(
          next: { value in
            guard left > 0 else { return }
            left -= 1
            // Upstream ends first: an event sent in answer to the last one is one too many.
            if left == 0 { upstream.end() }
            observer.next(value)
            if left == 0 { observer.end() }
          }, end: observer.finish), upstream)
    }
  }

  /// The events up to the first one of `trigger`, then the end.
  public func take<Other>(until trigger: Signal<Other>) -> Signal {
    Signal { observer, lifetime in
      trigger.subscribe(lifetime.makeChild(), { _ in observer.end() }, ended: {})
      if !lifetime.isOver { start(observer, lifetime) }
    }
  }

  /// The events after the first `count`.
  public func skip(_ count: Int) -> Signal {
    Signal { observer, lifetime in
      var left = count
      start(
        SignalObserver(
          next: { if left > 0 { left -= 1 } else { observer.next($0) } }, end: observer.finish),
        lifetime)
    }
  }

  /// `values`, then the events.
  public func startWith(_ values: Value...) -> Signal {
    Signal { observer, lifetime in
      for value in values where !lifetime.isOver { observer.next(value) }
      if !lifetime.isOver { start(observer, lifetime) }
    }
  }

  /// The events, each after `action` has run with it.
  public func doNext(_ action: @escaping @MainActor (Value) -> Void) -> Signal {
    Signal { observer, lifetime in
      start(
        SignalObserver(
          next: {
            action($0)
            observer.next($0)
          }, end: observer.finish), lifetime)
    }
  }

  /// The events, each followed by `action` once everybody downstream has handled it.
  ///
  /// Of several in a row the outermost, the one nearest to the observer, runs first.
  public func afterNext(_ action: @escaping @MainActor (Value) -> Void) -> Signal {
    Signal { observer, lifetime in
      start(
        SignalObserver(
          next: {
            observer.next($0)
            action($0)
          }, end: observer.finish), lifetime)
    }
  }
}

extension Signal {
  /// The events, with `action` run at the end, before anybody downstream hears of it.
  ///
  /// It does not run when the observation is cancelled.
  public func doEnd(_ action: @escaping @MainActor () -> Void) -> Signal {
    Signal { observer, lifetime in
      start(
        SignalObserver(
          next: observer.next,
          end: {
            action()
            observer.end()
          }), lifetime)
    }
  }

  /// The events of `next`, which starts when this signal has ended; this one's own are dropped.
  public func then<Other>(_ next: Signal<Other>) -> Signal<Other> {
    Signal<Other> { observer, lifetime in
      subscribe(
        lifetime.makeChild(), { _ in },
        ended: { if !lifetime.isOver { next.start(observer, lifetime) } })
    }
  }

  /// The results, with `action` run with the error of each failure before it is passed on.
  public func doError<Success, Failure>(
    _ action: @escaping @MainActor (Failure) -> Void
  ) -> Signal where Value == Result<Success, Failure> {
    doNext { if case .failure(let error) = $0 { action(error) } }
  }
}

extension Signal where Value: Equatable {
  /// The events that differ from the one before.
  public func distinctUntilChanged() -> Signal {
    Signal { observer, lifetime in
      var last: Value?
      start(
        SignalObserver(
          next: { value in
            guard last != value else { return }
            last = value
            observer.next(value)
          }, end: observer.finish), lifetime)
    }
  }
}

extension Signal where Value == Bool {
  /// The opposite of each event.
  public func not() -> Signal { map { !$0 } }

  /// Whether the latest events of both are true, after each event of either once both have sent.
  public func and(_ other: Signal) -> Signal { combineLatest(other).map { $0 && $1 } }

  /// Whether one of the latest events of both is true, after each event of either once both have
  /// sent.
  public func or(_ other: Signal) -> Signal { combineLatest(other).map { $0 || $1 } }
}
