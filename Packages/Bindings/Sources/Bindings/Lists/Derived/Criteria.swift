/// A cache of the results of a user's closure for all rows, valid while the closure's dependencies do not change.
///
/// A stage runs the closure for a few rows at a time, so one evaluation of the stage does not record all reads. This
/// type is a separate computed node whose evaluation runs the closure for all rows. While its dependencies
/// stay the same, the results of unchanged rows stay valid.
@MainActor
@usableFromInline
final class Criteria<Answers> {
  private let evaluation: Computed<Int>
  /// Brings the rows up to date and returns their version.
  private let version: @MainActor () -> Int
  private let latest: Latest
  /// Runs the closure for all rows.
  private let evaluate: @MainActor () -> Answers
  private var seen = -1

  /// The results of the latest evaluation, until the stage takes them.
  @MainActor
  private final class Latest {
    var answers: Answers?
    /// The version of the rows for which the results hold.
    var version = -1
    var number = 0
  }

  /// Makes the cache; `evaluate` runs the closure for all rows of `source`.
  @usableFromInline
  init<Element>(
    _ source: LiveList<Element>, label: String?,
    _ evaluate: @escaping @MainActor ([Element]) -> Answers
  ) {
    let latest = Latest()
    let (contents, versions) = (source.contents, source.versions)
    let version: @MainActor () -> Int = {
      // Rows that are hidden hide the stage, which depends on them, but not the condition.
      let hasReadHidden = unsafe Engine.hasReadHidden
      _ = versions.peek()
      unsafe Engine.hasReadHidden = hasReadHidden
      return contents.number
    }
    self.latest = latest
    self.version = version
    self.evaluate = { evaluate(contents.rows) }
    evaluation = Computed(label: label.map { "\($0).criteria" }, graph: source.graph) {
      // A tool may call `Node.refresh()` before the stage reads the node; the rows are then not up to date yet.
      let number = version()
      let answers = evaluate(contents.rows)
      (latest.version, latest.answers) = (number, answers)
      latest.number += 1
      return latest.number
    }
  }

  /// Returns new results for all rows when a dependency of the closure has changed; otherwise nil.
  @usableFromInline
  func refresh() -> Answers? {
    if mayBeShownAgain { return evaluateAnew() }
    let number = evaluation.value
    if number == seen { return nil }
    seen = number
    return take() ?? evaluateAnew()
  }

  /// Whether the results are hidden although nothing that they depend on is; only an evaluation shows whether they have
  /// to be.
  private var mayBeShownAgain: Bool {
    let node = evaluation.ref
    return node.isVeiled && !Trace.hidesValues && !node.engine.hasReadHidden(node)
  }

  /// Runs the closure for all rows.
  @usableFromInline
  func evaluateAnew() -> Answers {
    // The closure reads the list that it filters or sorts, and a read of the evaluation came first: it is running.
    if evaluation.ref.flags.contains(.running) { return evaluate() }
    evaluation.ref.flags.insert(.dirty)
    seen = evaluation.value
    return take() ?? evaluate()
  }

  /// Returns the latest results, if they are for the current version of the rows.
  private func take() -> Answers? {
    let answers = exchange(&latest.answers, with: nil)
    return latest.version == version() ? answers : nil
  }

  /// Runs the closure for some rows as part of the stage's own evaluation.
  ///
  /// - Returns: Whether it read only dependencies of the evaluation of all rows. If not, for instance
  ///   because each row has a property of its own, only a new evaluation is safe.
  @usableFromInline
  func covers(_ run: () -> Void) -> Bool {
    evaluation.ref.engine.reads(in: run, areAmongThoseOf: evaluation.ref)
  }
}
