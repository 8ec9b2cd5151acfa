import Bindings

extension Waiting {
  /// Whether work can continue while the clock stands still: a woken task, or a command that does not sleep on the
  /// clock.
  var isAwake: Bool {
    if clock.isWaking { return true }
    guard !chronicle.writes.executions.isEmpty else { return false }
    let executions = chronicle.writes.executions.filter { !$0.value.isQueued }.keys
    return !clock.sleeping.isSuperset(of: executions)
  }

  /// Whether a view-model is busy, even if its command sleeps.
  var isUnderway: Bool { !underway.lastPaths.isEmpty }

  /// Records which view-models are busy after the newest recorded statement, while the next one is typed.
  func noteUnderway() {
    guard evaluator.voice.recorder.isOn, !evaluator.voice.recorder.steps.isEmpty else { return }
    evaluator.voice.recorder.noteUnderway(underway.lastPaths)
  }

  /// Returns the statement that waits for the events since the last statement; `nil` if there is nothing to wait for.
  ///
  /// On a manual clock its limit is 0 s: an event that no statement has caused comes from outside there.
  func statement(after news: Set<Node>) -> String? {
    let conditions = underway.conditions(after: news)
    guard !conditions.isEmpty else { return nil }
    let limit = clock.mode == .manual ? " within 0s" : ""
    return "wait until \(conditions.joined(separator: " && "))\(limit)"
  }

  /// Waits in real time until no other view-models than `those` are busy, or the session's patience is over.
  ///
  /// A manual clock is not advanced: what sleeps on it also slept when the statement was typed.
  ///
  /// - Returns: Whether no other view-models are busy.
  func rests(but those: Set<String>) async -> Bool {
    let rests = { @MainActor [underway] in underway.paths.isSubset(of: those) }
    if untracked(rests) { return true }
    let news = await news(until: (ContinuousClock(), patience)) { rests() }
    await clock.settle()
    return news == .change && untracked(rests)
  }
}
