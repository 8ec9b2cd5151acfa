/// The answers of a user's closure for all rows, as long as they hold.
///
/// A stage runs the closure for a few rows at a time, so the reads of one evaluation say little. This
/// is a computed node of its own whose evaluation runs the closure for all rows: as long as what it
/// read stays the same, so do the answers for the rows that do not change.
@MainActor
@usableFromInline
final class Criteria<Answers> {
  private let evaluation: Computed<Int>
  private let latest: Latest
  private var seen = -1

  /// The answers of the latest evaluation, until the stage has taken them.
  @MainActor
  private final class Latest {
    var answers: Answers?
    var number = 0
  }

  /// `evaluate` runs the closure for all rows.
  @usableFromInline
  init(_ graph: Graph, label: String?, _ evaluate: @escaping @MainActor () -> Answers) {
    let latest = Latest()
    self.latest = latest
    evaluation = Computed(label: label.map { "\($0).criteria" }, graph: graph) {
      latest.answers = evaluate()
      latest.number += 1
      return latest.number
    }
  }

  /// New answers for all rows when something that the closure reads has changed; otherwise nil.
  @usableFromInline
  func refresh() -> Answers? {
    let number = evaluation.value
    if number == seen { return nil }
    seen = number
    return take()
  }

  /// Runs the closure for all rows.
  @usableFromInline
  func evaluateAnew() -> Answers {
    evaluation.ref.flags.insert(.dirty)
    seen = evaluation.value
    guard let answers = take() else {
      fatalError(
        "the closure of a derived list reads that list itself, which it cannot: \(evaluation.node)")
    }
    return answers
  }

  private func take() -> Answers? {
    defer { latest.answers = nil }
    return latest.answers
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
    // What the stage has read so far, its source above all, leaves no link when it is read once more.
    // So it counts as unread meanwhile.
    engine.set(version: node.version &- 1, ofReads: node, upTo: before)
    run()
    engine.set(version: node.version, ofReads: node, upTo: before)
    let last = node.depsTail
    if last.offset == before.offset { return true }
    let known = Set(engine.dependencies(of: evaluation.ref).map(\.offset))
    var link = before.isNone ? node.deps : before.nextDep
    while !link.isNone {
      if !known.contains(link.dep.offset) { return false }
      if link.offset == last.offset { break }
      link = link.nextDep
    }
    return true
  }
}

extension Engine {
  /// Writes the version of what `node` has read up to a link.
  fileprivate func set(version: UInt32, ofReads node: NodeRef, upTo last: LinkRef) {
    guard !last.isNone else { return }
    var link = node.deps
    while true {
      link.version = version
      if link.offset == last.offset { return }
      link = link.nextDep
    }
  }
}
