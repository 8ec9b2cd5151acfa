// Operators that combine several signals.

/// The handling of a new inner signal by ``Signal/flatMap(_:_:)`` while an earlier inner signal continues.
public enum FlattenStrategy: Hashable, Sendable {
  /// Cancel the earlier inner signal.
  case latest
  /// Observe all inner signals at the same time.
  case merge
  /// Start the new inner signal when the earlier one has ended.
  case concat
}

extension Signal {
  /// A signal that sends the events of all `signals` as they arrive; ends when all of them have ended.
  ///
  /// An event passes only one operator, whatever the number of signals. So merge a sequence at once instead of folding
  /// it: each nested merge adds one operator.
  public static func merge(_ signals: some Sequence<Signal>) -> Signal {
    let all = Array(signals)
    return Signal<Signal>.sending(all).flatMap(.merge, inner: Signal.depth(of: all)) { $0 }
  }

  /// A signal that sends the events of this signal, then those of `next`.
  ///
  /// An event passes only one operator, whatever the number of appended signals.
  /// - Complexity: O(signals that are appended already).
  public func append(_ next: Signal) -> Signal {
    let parts = (parts ?? [self]) + (next.parts ?? [next])
    var joined = Signal<Signal>.sending(parts).flatMap(.concat, inner: Signal.depth(of: parts)) {
      $0
    }
    if joined.depth <= SignalDepth.limit { joined.parts = parts }
    return joined
  }

  private static func depth(of signals: [Signal]) -> Int { signals.map(\.depth).max() ?? 0 }

  /// A signal that sends the events of the inner signals that `transform` makes from the events of this signal.
  ///
  /// The operators of an inner signal count together with those around it. So a `transform` that makes a signal with
  /// the same `flatMap` can nest at most a thousand times. For a repetition, send the next round to the source at
  /// the beginning of the `flatMap`, which queues it.
  public func flatMap<Output>(
    _ strategy: FlattenStrategy, _ transform: @escaping @MainActor (Value) -> Signal<Output>
  ) -> Signal<Output> {
    flatMap(strategy, inner: nil, transform)
  }

  /// Like the public `flatMap`; `inner` is the depth of the signals that `transform` makes, if it is known.
  private func flatMap<Output>(
    _ strategy: FlattenStrategy, inner: Int?,
    _ transform: @escaping @MainActor (Value) -> Signal<Output>
  ) -> Signal<Output> {
    .guarded(depth: max(depth, inner ?? 0) + 1) { observer, lifetime in
      let flattening = Flattening(strategy, isCounted: inner != nil, observer, lifetime)
      subscribe(
        lifetime.makeChild(), { event in flattening.add(transform(event)) },
        ended: { flattening.endOuter() })
    }
  }

  /// A signal that sends the events while `isActive` is true, and observes this signal again at each activation.
  ///
  /// The end of this signal is not passed on, because the next activation restarts it. Within a
  /// ``batch(_:)``, a deactivation stops the events at once, and an activation takes effect at the end of the batch.
  /// If `isActive` becomes false and true again in one batch, this signal is not observed again.
  public func forwardWhileActive(_ isActive: any ObservableValue<Bool>) -> Signal {
    let open = filter { _ in isActive.peek() }.append(.never)
    return isActive.signal.removeDuplicates().flatMap(.latest, inner: open.depth) {
      $0 ? open : .never
    }
  }

  /// A signal of pairs: the first events of both signals, their second events, and so on.
  ///
  /// It ends when no further pair is possible. Events without a partner are stored.
  public func zip<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    .guarded(depth: max(depth, other.depth) + 1) { observer, lifetime in
      var left = Queue<(event: Value, isHidden: Bool)>()
      var right = Queue<(event: Other, isHidden: Bool)>()
      var (hasLeftEnded, hasRightEnded) = (false, false)
      @MainActor func send() {
        while !left.isEmpty, !right.isEmpty, !lifetime.isOver {
          if let first = left.popFirst(), let second = right.popFirst() {
            Trace.hiding(first.isHidden || second.isHidden) {
              observer.next((first.event, second.event))
            }
          }
        }
        if hasLeftEnded && left.isEmpty || hasRightEnded && right.isEmpty { observer.end() }
      }
      subscribe(
        lifetime.makeChild(),
        {
          left.append(($0, Trace.hidesValues))
          send()
        },
        ended: {
          hasLeftEnded = true
          send()
        })
      other.subscribe(
        lifetime.makeChild(),
        {
          right.append(($0, Trace.hidesValues))
          send()
        },
        ended: {
          hasRightEnded = true
          send()
        })
    }
  }

  /// A signal of pairs of the latest events, sent after each event of either signal once both have sent.
  ///
  /// It ends when both have ended, or when one has ended without an event, since no pair is possible then.
  /// For state use a ``Computed``: it needs no list of inputs and shows no intermediate pairs.
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    .guarded(depth: max(depth, other.depth) + 1) { observer, lifetime in
      let left = Kept<Value>()
      let right = Kept<Other>()
      let open = Box(2)
      let close: @MainActor (Bool) -> Void = { hasSent in
        unsafe open.value -= 1
        if unsafe !hasSent || open.value == 0 { observer.end() }
      }
      subscribe(
        lifetime.makeChild(),
        { value in
          left.keep(value) {
            right.use { observer.next((value, $0)) }
          }
        }, ended: { unsafe close(left.value != nil) })
      other.subscribe(
        lifetime.makeChild(),
        { value in
          right.keep(value) {
            left.use { observer.next(($0, value)) }
          }
        }, ended: { unsafe close(right.value != nil) })
    }
  }
}
