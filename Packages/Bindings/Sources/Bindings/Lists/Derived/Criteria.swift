/// What a user's closure reads besides the rows that it is given.
///
/// A stage runs the closure for a few rows at a time, so the reads of one evaluation say little. This
/// is a computed node of its own whose evaluation runs the closure for all rows: as long as what it
/// read stays the same, so do the answers for the rows that do not change.
@MainActor
@usableFromInline
final class Criteria {
  private let evaluation: Computed<Int>
  private var seen = -1

  /// `evaluate` runs the closure for all rows and keeps what comes out.
  @usableFromInline
  init(_ graph: Graph, label: String?, _ evaluate: @escaping @MainActor () -> Void) {
    var stamp = 0
    evaluation = Computed(label: label.map { "\($0).criteria" }, graph: graph) {
      evaluate()
      stamp += 1
      return stamp
    }
  }

  /// Whether the closure has run for all rows because something that it reads has changed.
  @usableFromInline
  func refresh() -> Bool {
    let stamp = evaluation.value
    defer { seen = stamp }
    return stamp != seen
  }

  /// Runs the closure for all rows.
  @usableFromInline
  func evaluateAnew() {
    evaluation.ref.flags.insert(.dirty)
    seen = evaluation.value
  }

  /// Runs the closure for some rows, in the stage's own evaluation.
  ///
  /// - Returns: Whether it read nothing but what the evaluation of all rows reads. If not, for
  ///   instance because each row has a property of its own, only a new evaluation is safe.
  @usableFromInline
  func covers(_ run: () -> Void) -> Bool {
    let engine = evaluation.ref.engine
    let node = engine.activeNode
    let before = node.depsTail
    run()
    let last = node.depsTail
    if last.offset == before.offset { return true }
    let known = engine.dependencies(of: evaluation.ref)
    var link = before.isNone ? node.deps : before.nextDep
    while !link.isNone {
      if !known.contains(link.dep) { return false }
      if link.offset == last.offset { break }
      link = link.nextDep
    }
    return true
  }
}
