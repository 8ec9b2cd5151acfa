// Operators that bring several signals together.

/// The treatment of a new inner signal by ``Signal/flatMap(_:_:)`` while an earlier one continues.
public enum FlattenStrategy: Hashable, Sendable {
  /// Drop the earlier one.
  case latest
  /// Let them continue side by side.
  case merge
  /// Start it when the earlier one has ended.
  case concat
}

extension Signal {
  /// The events of all `signals` as they come; ends when all have ended.
  ///
  /// However many there are, an event passes one operator. So merge a sequence at once instead of folding it:
  /// a merge of merges is as many operators deep.
  public static func merge(_ signals: some Sequence<Signal>) -> Signal {
    let all = Array(signals)
    return Signal<Signal>.sending(all).flatMap(.merge, inner: Signal.depth(of: all)) { $0 }
  }

  /// The events of this signal, then those of `next`.
  ///
  /// However many are appended to each other, an event passes one operator.
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

  /// The events of the signals that `transform` makes of each event.
  ///
  /// The operators of a signal that it makes count with those around it, so a `transform` that makes a signal with the
  /// same `flatMap` again nests a thousand times at most. To repeat, send the next round to the source that the
  /// `flatMap` begins with, where it waits for its turn.
  public func flatMap<Output>(
    _ strategy: FlattenStrategy, _ transform: @escaping @MainActor (Value) -> Signal<Output>
  ) -> Signal<Output> {
    flatMap(strategy, inner: nil, transform)
  }

  /// The same; `inner` is the depth of the signals that `transform` makes, if it is known.
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

  /// The events while `isActive` is true: observes this signal again at each activation.
  ///
  /// The end of this signal is not passed on, because the next activation starts it again. Within a
  /// ``batch(_:)`` events stop at once when `isActive` becomes false; an activation comes at the batch's end.
  /// When `isActive` becomes false and true again in one batch, nothing is observed again.
  public func forwardWhileActive(_ isActive: any ObservableValue<Bool>) -> Signal {
    let open = filter { _ in isActive.peek() }.append(.never)
    return isActive.signal.removeDuplicates().flatMap(.latest, inner: open.depth) {
      $0 ? open : .never
    }
  }

  /// Pairs of the first events of both, of the second events of both, and so on.
  ///
  /// Ends when no further pair can come. Events that have no partner yet are kept.
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

  /// Pairs of the latest events of both, after each event of either once both have sent.
  ///
  /// Ends when both have ended, or when one has ended without an event, since no pair can come then.
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
