/// The limit for the number of nested operators of a signal, each of which needs stack.
@usableFromInline
enum SignalDepth {
  /// The limit: a thousand operators need a quarter of an 8 MB stack in a debug build, and no program needs as many.
  @inlinable static var limit: Int { 1000 }

  /// Returns the start closure of a signal that is too deep: it ends at once and does not retain the original signals.
  ///
  /// Only the first signal beyond the limit is reported, in the current graph.
  @usableFromInline
  @inline(never)
  @MainActor
  static func refuse<Value>(
    _ depth: Int
  ) -> @MainActor (SignalObserver<Value>, SignalLifetime) -> Void {
    if depth == limit + 1 { report() }
    return { observer, _ in observer.finish() }
  }

  /// Reports a signal that is too deep, in the current graph.
  @MainActor
  static func report() {
    Graph.current.context.report(
      .deepSignal,
      "a signal has more than \(limit) operators in a row, with those of the signals that its flatMap makes, "
        + "for which the stack may have no room; it ends at once. Let one operator do the work of several; "
        + "to repeat, send the next round to a source instead of letting a flatMap's function call itself.",
      [])
  }
}
