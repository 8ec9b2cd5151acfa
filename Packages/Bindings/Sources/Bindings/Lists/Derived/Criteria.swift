/// The answers of a user's closure for all rows, as long as they hold.
///
/// A stage runs the closure for a few rows at a time, so the reads of one evaluation say little. This
/// is a computed node of its own whose evaluation runs the closure for all rows: as long as what it
/// read stays the same, so do the answers for the rows that do not change.
@MainActor
@usableFromInline
final class Criteria<Answers> {
  private let evaluation: Computed<Int>
  /// The version of the rows, which are brought up to date.
  private let version: @MainActor () -> Int
  private let latest: Latest
  /// Runs the closure for all rows.
  private let evaluate: @MainActor () -> Answers
  private var seen = -1

  /// The answers of the latest evaluation, until the stage has taken them.
  @MainActor
  private final class Latest {
    var answers: Answers?
    /// The version of the rows that they are for.
    var version = -1
    var number = 0
  }

  /// `evaluate` runs the closure for all rows of `source`.
  @usableFromInline
  init<Element>(
    _ source: LiveList<Element>, label: String?,
    _ evaluate: @escaping @MainActor ([Element]) -> Answers
  ) {
    let latest = Latest()
    let (contents, versions) = (source.contents, source.versions)
    let version: @MainActor () -> Int = {
      _ = versions.peek()
      return contents.number
    }
    self.latest = latest
    self.version = version
    self.evaluate = { evaluate(contents.rows) }
    evaluation = Computed(label: label.map { "\($0).criteria" }, graph: source.graph) {
      // A tool may ask before the stage does (`Node.refresh()`), when the rows have yet to follow their source.
      let number = version()
      let answers = evaluate(contents.rows)
      (latest.version, latest.answers) = (number, answers)
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
    return take() ?? evaluateAnew()
  }

  /// Runs the closure for all rows.
  @usableFromInline
  func evaluateAnew() -> Answers {
    // The closure reads the list that it makes, and the evaluation was asked for first: it runs already.
    if evaluation.ref.flags.contains(.running) { return evaluate() }
    evaluation.ref.flags.insert(.dirty)
    seen = evaluation.value
    return take() ?? evaluate()
  }

  /// The latest answers, if they are for the rows of now.
  private func take() -> Answers? {
    let answers = exchange(&latest.answers, with: nil)
    return latest.version == version() ? answers : nil
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
