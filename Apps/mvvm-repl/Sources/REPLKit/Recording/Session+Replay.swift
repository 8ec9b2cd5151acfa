import Bindings
import ViewModels

extension Session {
  /// `:replay`: runs the recorded statements again in a new session, and tells where it first goes
  /// another way, with the causes of both.
  func replay(at span: Span) async throws(Diagnostic) {
    let steps = recorder.steps
    guard !steps.isEmpty else {
      throw Diagnostic(
        .notNow, "nothing is recorded", at: span, help: "Type some statements first.")
    }
    let copy = Session(catalog: catalog, models: models, clock: clock) { _ in }
    copy.takeOver(from: self)
    let mode = clock.mode
    defer {
      clock.set(mode)
      hearIssues()
    }
    for (index, step) in steps.enumerated() {
      await copy.run(SourceText(step.text))
      await clock.settle()
      guard let now = copy.recorder.steps.last, let difference = difference(step, now, copy) else {
        continue
      }
      await copy.close()
      return emit(
        .explanation(
          ["statement \(index + 1) of \(steps.count) went another way: \(step.shown)"]
            + difference))
    }
    await copy.close()
    emit(.note("replayed \(steps.count) statements; all went as before"))
  }

  /// The names and words that the host has given.
  private func takeOver(from other: Session) {
    for (name, variable) in other.variables where other.hostNames.contains(name) {
      give(name, variable)
    }
    toolCommands = other.toolCommands
    language = other.language
  }

  private func difference(
    _ old: Recorder.Step, _ new: Recorder.Step, _ copy: Session
  ) -> [String]? {
    let (then, now) = (old.lines, new.lines)
    let changed = zip(old.changes, new.changes).first {
      $0.place.path != $1.place.path || $0.new != $1.new
    }
    guard then != now || changed != nil || old.changes.count != new.changes.count else {
      return nil
    }
    var lines: [String] = []
    for change in now.difference(from: then) {
      switch change {
      case .remove(_, let line, _): lines.append("  then: \(line)")
      case .insert(_, let line, _): lines.append("  now:  \(line)")
      }
    }
    let (first, second) = (changed?.0 ?? old.changes.first, changed?.1 ?? new.changes.first)
    lines += why(first, in: old, "then")
    lines += copy.why(second, in: new, "now")
    return lines
  }

  /// How a change came about, as far as the log still tells.
  private func why(_ change: Timeline.Change?, in step: Recorder.Step, _ when: String) -> [String] {
    guard let change else { return ["  \(when) nothing changed"] }
    let event = writes.events.events(of: change.node).last { event in
      step.end.map { event.record.id <= $0 } ?? true
    }
    let chain = event.map { SessionTracer.shared.log.chain(of: $0.record.id) } ?? []
    return ["  \(when) \(change.place.path) became \(change.text)"]
      + ExplanationText.lines(of: chain, paths: nodePaths).dropFirst().map { "  \($0)" }
  }
}
