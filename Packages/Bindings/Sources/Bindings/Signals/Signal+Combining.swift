// Operators that bring several signals together.

/// What ``Signal/flatMap(_:_:)`` does with a new inner signal while an earlier one goes on.
public enum FlattenStrategy: Hashable, Sendable {
  /// Drop the earlier one.
  case latest
  /// Let them go on side by side.
  case merge
  /// Start it when the earlier one has ended.
  case concat
}

extension Signal {
  /// The events of all `signals` as they come; ends when all have ended.
  public static func merge(_ signals: [Signal]) -> Signal {
    Signal { observer, lifetime in
      var open = signals.count
      if open == 0 { observer.end() }
      for signal in signals where !lifetime.isOver {
        signal.subscribe(
          lifetime.makeChild(), observer.next,
          ended: {
            open -= 1
            if open == 0 { observer.end() }
          })
      }
    }
  }

  /// The events of this signal and of `other` as they come.
  public func merge(with other: Signal) -> Signal { .merge([self, other]) }

  /// The events of this signal, then those of `next`.
  public func concat(_ next: Signal) -> Signal {
    Signal { observer, lifetime in
      subscribe(
        lifetime.makeChild(), observer.next,
        ended: { if !lifetime.isOver { next.start(observer, lifetime) } })
    }
  }

  /// The events of the signals that `transform` makes of each event.
  public func flatMap<Output>(
    _ strategy: FlattenStrategy, _ transform: @escaping @MainActor (Value) -> Signal<Output>
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      let flattening = Flattening(strategy, observer, lifetime)
      subscribe(
        lifetime.makeChild(), { flattening.add(transform($0)) },
        ended: { flattening.endOuter() })
    }
  }

  /// Pairs of the first events of both, of the second events of both, and so on.
  public func zip<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    Signal<(Value, Other)> { observer, lifetime in
      var left: [Value] = []
      var right: [Other] = []
      var leftEnded = false
      var rightEnded = false
      @MainActor func send() {
        while !left.isEmpty, !right.isEmpty {
          observer.next((left.removeFirst(), right.removeFirst()))
        }
        if leftEnded && left.isEmpty || rightEnded && right.isEmpty { observer.end() }
      }
      subscribe(
        lifetime.makeChild(),
        {
          left.append($0)
          send()
        },
        ended: {
          leftEnded = true
          send()
        })
      guard !lifetime.isOver else { return }
      other.subscribe(
        lifetime.makeChild(),
        {
          right.append($0)
          send()
        },
        ended: {
          rightEnded = true
          send()
        })
    }
  }

  /// Pairs of the latest events of both, after each event of either once both have sent.
  ///
  /// For state use a ``Computed``: it needs no list of inputs and shows no intermediate pairs.
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    Signal<(Value, Other)> { observer, lifetime in
      var left: Value?
      var right: Other?
      var open = 2
      @MainActor func send() {
        if let left, let right { observer.next((left, right)) }
      }
      @MainActor func close() {
        open -= 1
        if open == 0 { observer.end() }
      }
      subscribe(
        lifetime.makeChild(),
        {
          left = $0
          send()
        }, ended: close)
      guard !lifetime.isOver else { return }
      other.subscribe(
        lifetime.makeChild(),
        {
          right = $0
          send()
        }, ended: close)
    }
  }

  /// Each event with the latest one of `other`; events before `other`'s first are dropped.
  public func withLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    Signal<(Value, Other)> { observer, lifetime in
      var latest: Other?
      other.subscribe(lifetime.makeChild(), { latest = $0 }, ended: {})
      subscribe(
        lifetime.makeChild(), { value in if let latest { observer.next((value, latest)) } },
        ended: observer.finish)
    }
  }

  /// The latest event at each event of `trigger`, if there is a new one.
  public func sample<Other>(on trigger: Signal<Other>) -> Signal {
    Signal { observer, lifetime in
      var latest: Value?
      subscribe(lifetime.makeChild(), { latest = $0 }, ended: observer.finish)
      guard !lifetime.isOver else { return }
      trigger.subscribe(
        lifetime.makeChild(),
        { _ in
          guard let value = latest else { return }
          latest = nil
          observer.next(value)
        }, ended: observer.finish)
    }
  }
}

/// The inner signals of one `flatMap`.
@MainActor
private final class Flattening<Output> {
  private let strategy: FlattenStrategy
  private let observer: SignalObserver<Output>
  private let lifetime: SignalLifetime
  private var current: SignalLifetime?
  private var waiting: [Signal<Output>] = []
  private var open = 0
  private var outerEnded = false

  init(
    _ strategy: FlattenStrategy, _ observer: SignalObserver<Output>, _ lifetime: SignalLifetime
  ) {
    self.strategy = strategy
    self.observer = observer
    self.lifetime = lifetime
  }

  func add(_ signal: Signal<Output>) {
    switch strategy {
    case .merge: start(signal)
    case .latest:
      if let current, !current.isOver {
        current.end()
        open -= 1
      }
      start(signal)
    case .concat: if open == 0 { start(signal) } else { waiting.append(signal) }
    }
  }

  func endOuter() {
    outerEnded = true
    endIfDone()
  }

  private func start(_ signal: Signal<Output>) {
    open += 1
    let inner = lifetime.makeChild()
    current = inner
    signal.subscribe(
      inner, observer.next,
      ended: {
        self.open -= 1
        if !self.waiting.isEmpty, !self.lifetime.isOver { self.start(self.waiting.removeFirst()) }
        self.endIfDone()
      })
  }

  private func endIfDone() {
    if outerEnded, open == 0, waiting.isEmpty { observer.end() }
  }
}
