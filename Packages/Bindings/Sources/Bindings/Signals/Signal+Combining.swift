// Operators that bring several signals together.

/// The treatment of a new inner signal by ``Signal/flatMap(_:_:)`` while an earlier one goes on.
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
    .guarded { observer, lifetime in
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

  /// The events of this signal, then those of `next`.
  ///
  /// However many are appended to each other, an event passes one operator.
  /// - Complexity: O(signals that are appended already).
  public func append(_ next: Signal) -> Signal {
    let parts = (parts ?? [self]) + (next.parts ?? [next])
    let whole = Signal.guarded { observer, lifetime in
      var rest = parts[...]
      let starting = Repetition()
      @MainActor func startNext() {
        starting.run {
          guard let next = rest.popFirst() else { return observer.end() }
          next.subscribe(lifetime.makeChild(), observer.next, ended: startNext)
        }
      }
      startNext()
    }
    return Signal(whole.start, parts: parts)
  }

  /// The events of the signals that `transform` makes of each event.
  public func flatMap<Output>(
    _ strategy: FlattenStrategy, _ transform: @escaping @MainActor (Value) -> Signal<Output>
  ) -> Signal<Output> {
    .guarded { observer, lifetime in
      let flattening = Flattening(strategy, observer, lifetime)
      subscribe(
        lifetime.makeChild(), { event in flattening.add(transform(event)) },
        ended: { flattening.endOuter() })
    }
  }

  /// Pairs of the first events of both, of the second events of both, and so on.
  ///
  /// Ends when no further pair can come. Events that have no partner yet are kept.
  public func zip<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    .guarded { observer, lifetime in
      var left = Queue<Value>()
      var right = Queue<Other>()
      var leftEnded = false
      var rightEnded = false
      @MainActor func send() {
        while !left.isEmpty, !right.isEmpty, !lifetime.isOver {
          if let first = left.popFirst(), let second = right.popFirst() {
            observer.next((first, second))
          }
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
  /// Ends when both have ended, or when one has ended without an event, since no pair can come then.
  /// For state use a ``Computed``: it needs no list of inputs and shows no intermediate pairs.
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    .guarded { observer, lifetime in
      let left = Box<Value?>(nil)
      let right = Box<Other?>(nil)
      let open = Box(2)
      let close: @MainActor (Bool) -> Void = { hasSent in
        unsafe open.value -= 1
        if unsafe !hasSent || open.value == 0 { observer.end() }
      }
      subscribe(
        lifetime.makeChild(),
        {
          let old = unsafe exchange(&left.value, with: $0)
          if let other = unsafe right.value { observer.next(($0, other)) }
          withExtendedLifetime(old) {}
        }, ended: { unsafe close(left.value != nil) })
      other.subscribe(
        lifetime.makeChild(),
        {
          let old = unsafe exchange(&right.value, with: $0)
          if let value = unsafe left.value { observer.next((value, $0)) }
          withExtendedLifetime(old) {}
        }, ended: { unsafe close(right.value != nil) })
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
  private var waiting = Queue<Signal<Output>>()
  private var open = 0
  private var outerEnded = false
  private let starting = Repetition()

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
    case .concat:
      waiting.append(signal)
      startWaiting()
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
        if self.strategy == .concat { self.startWaiting() }
        self.endIfDone()
      })
  }

  private func startWaiting() {
    starting.run {
      guard open == 0, !lifetime.isOver, let next = waiting.popFirst() else { return }
      start(next)
    }
  }

  private func endIfDone() {
    if outerEnded, open == 0, waiting.isEmpty { observer.end() }
  }
}

/// Work that may ask for itself: it then runs once more afterwards, not nested, so that the stack
/// does not grow with the number of times.
@MainActor
final class Repetition {
  private(set) var isRunning = false
  private var isDue = false

  func run(_ work: () -> Void) {
    isDue = true
    guard !isRunning else { return }
    isRunning = true
    while isDue {
      isDue = false
      work()
    }
    isRunning = false
  }
}
