import Bindings

extension Waiting {
  /// Whether something can go on by itself: a task that the clock has woken, or a command that does not sleep on it.
  var isAwake: Bool {
    if clock.isWaking { return true }
    guard !chronicle.writes.executions.isEmpty else { return false }
    let executions = chronicle.writes.executions.filter { !$0.value.isQueued }.keys
    return !clock.sleeping.isSuperset(of: executions)
  }

  /// Whether something goes on, asleep or not.
  var isUnderway: Bool { !underway.lastPaths.isEmpty }

  /// Tells the recording what goes on behind its newest statement, while the next one is typed.
  func noteUnderway() {
    guard evaluator.voice.recorder.isOn, !evaluator.voice.recorder.steps.isEmpty else { return }
    evaluator.voice.recorder.noteUnderway(underway.lastPaths)
  }

  /// The statement that waits for what has come by itself since the last one; `nil` for nothing that one could wait for.
  ///
  /// On a manual clock it takes no time: what comes without a statement there comes from the world outside.
  func statement(after news: Set<Node>) -> String? {
    let conditions = underway.conditions(after: news)
    guard !conditions.isEmpty else { return nil }
    let limit = clock.mode == .manual ? " within 0s" : ""
    return "wait until \(conditions.joined(separator: " && "))\(limit)"
  }

  /// Waits for the world outside until no more goes on than that, or the session's patience is over.
  ///
  /// What waits on a manual clock is not waited for: it waits when the statement was typed, too.
  ///
  /// - Returns: Whether it came to that.
  func rests(but those: Set<String>) async -> Bool {
    let rests = { @MainActor [underway] in underway.paths.isSubset(of: those) }
    if untracked(rests) { return true }
    let news = await news(until: (ContinuousClock(), patience)) { rests() }
    await clock.settle()
    return news == .change && untracked(rests)
  }
}
