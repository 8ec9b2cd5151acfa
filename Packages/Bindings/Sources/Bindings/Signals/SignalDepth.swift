/// The limit of the operators that an event passes one inside the other, for each takes some of the stack.
@usableFromInline
enum SignalDepth {
  /// A thousand operators take a quarter of a stack of 8 MB in a debug build; nobody writes as many.
  @inlinable static var limit: Int { 1000 }

  /// The start of a signal that is too deep: it ends at once, and lets go of what it was made from.
  ///
  /// The first one too many is reported, in the current graph.
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
