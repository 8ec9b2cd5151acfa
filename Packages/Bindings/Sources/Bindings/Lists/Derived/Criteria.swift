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
    evaluation.ref.engine.reads(in: run, areAmongThoseOf: evaluation.ref)
  }
}
