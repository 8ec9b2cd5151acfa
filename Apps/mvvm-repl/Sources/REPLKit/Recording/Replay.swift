import Bindings
import ViewModels

/// Executes `:replay`: runs the recorded statements again in a new session, and reports the first difference with the
/// causes on both sides.
struct Replay: SessionTask {
  let session: Session

  func run(at span: Span) async throws(Diagnostic) {
    let recorded = voice.recorder.stepsOfDesk
    let steps = recorded.filter { !$0.isCutShort }
    guard !steps.isEmpty else {
      throw Diagnostic(.notNow, .nothingRecorded, at: span, help: .typeStatementsFirst)
    }
    if let loss = voice.recorder.loss { emit(loss) }
    let cut = recorded.filter(\.isCutShort).map(\.shown)
    if !cut.isEmpty { emit(.note(.notReplayed(cut))) }
    let mode = clock.mode
    // Without a stage of its own, the replay uses what this session uses.
    if host.makeReplay == nil,
      !scope.hostNames.isEmpty
        || catalog.entries.contains(where: { !$0.providedParameters.isEmpty })
    {
      emit(.note(.replayReachesOutside))
    }
    // What the network and store of the stage do on their own is not caused by a statement, nor by this one.
    let (copy, stage) = await Trace.withCause(nil) { () async -> (Session, (any Stage)?) in
      let ownClock = SessionClock(steps[0].clockMode)
      guard let stage = await host.makeReplay?(ownClock) else {
        let copy = Session(catalog: catalog, models: session.models, clock: clock, graph: graph) {
          _ in
        }
        return (copy, nil)
      }
      let copy = stage.session(clock: ownClock) { _ in }
      await stage.furnish(copy)
      return (copy, stage)
    }
    func end() async {
      copy.cancelJobs()
      await copy.close()
      await stage?.close()
    }
    copy.takeOver(from: session)
    copy.evaluator.interruption = evaluator.interruption
    copy.language = steps[0].language
    evaluator.interrupt = { copy.cancelRunning() }
    defer {
      evaluator.interrupt = nil
      if clock.mode != mode || copy.clock === clock { clock.set(mode) }
      voice.hearIssues(of: graph)
    }
    // The replay displaces older records in the log, so the causes are determined before it.
    let causes = causes(in: steps)
    chronicle.keepReport()
    var isPatient = true
    for (index, step) in steps.enumerated() {
      // The statement has no cause here, as when it was typed.
      _ = await Trace.withCause(nil) { await copy.run(SourceText(step.text)) }
      // Background work runs after each statement, and events that came before the next statement was typed come before
      // it again.
      await copy.clock.settle()
      if isPatient {
        isPatient = await copy.graph.run { await copy.waiting.rests(but: step.underway) }
      }
      guard !evaluator.isInterrupted, !copy.evaluator.isInterrupted else {
        await end()
        throw Diagnostic(.cancelled, .replayCancelled, at: span)
      }
      guard let now = copy.voice.recorder.steps.last,
        let difference = difference(step, now, causes[index], copy)
      else { continue }
      await end()
      return emit(.explanation([.wentAnotherWay(index + 1, steps.count, step.shown)] + difference))
    }
    await end()
    emit(.note(.replayed(steps.count)))
  }

  private func difference(
    _ old: Recorder.Step, _ new: Recorder.Step, _ causes: [String: [Message]], _ copy: Session
  ) -> [Message]? {
    let (then, now) = (old.lines, new.lines)
    // On a stage of its own, the host's objects measure other times, so only their output is compared, not their
    // values. The progress of a picture does not depend on statements.
    let passedOver = host.makeReplay == nil ? [] : scope.hostNames
    func own(_ changes: [Timeline.Change]) -> [Timeline.Change] {
      changes.filter {
        !passedOver.contains(String($0.place.path.prefix { $0 != "." })) && !$0.place.isOfPicture
      }
    }
    let (before, after) = (own(old.changes), own(new.changes))
    let changed = zip(before, after).first {
      !$0.place.isLike($1.place)
        || $0.new != $1.new && !$0.place.isDate
          && Recorder.Step.steady("\($0.new)") != Recorder.Step.steady("\($1.new)")
    }
    guard then != now || changed != nil || before.count != after.count else {
      return nil
    }
    var lines: [Message] = []
    // Each side keeps its own order; a difference alone lists removals from the end.
    let difference = now.difference(from: then)
    for case .remove(_, let line, _) in difference.removals { lines.append(.saidThen(line)) }
    for case .insert(_, let line, _) in difference.insertions { lines.append(.saidNow(line)) }
    // The common changes are equal, so one side has more changes.
    let first = changed?.0 ?? before.dropFirst(after.count).first
    let second = changed?.1 ?? after.dropFirst(before.count).first
    guard first != nil || second != nil else { return lines }
    lines += Self.told(
      Message.then, first.map { causes[$0.place.path, default: []] }, of: before)
    let newCauses = Replay(session: copy).causes(in: [new]).first ?? [:]
    lines += Self.told(
      Message.now(_:), second.map { newCauses[$0.place.path, default: []] }, of: after)
    return lines
  }

  private static func told(
    _ when: (Message) -> Message, _ causes: [Message]?, of changes: [Timeline.Change]
  ) -> [Message] {
    guard let causes else { return [when(changes.isEmpty ? .nothingChanged : .nothingElseChanged)] }
    return causes.enumerated().map { $0 == 0 ? when($1) : $1.indented() }
  }

  /// Returns the causes of the changes of each statement, by path, as far as the log still contains them.
  private func causes(in steps: [Recorder.Step]) -> [[String: [Message]]] {
    let events = Dictionary(grouping: chronicle.writes.events.all) { $0.record.node }
    let (log, naming, cases) = (chronicle.tracer.log, scope.naming, scope.caseNodes)
    return steps.map { step in
      var causes: [String: [Message]] = [:]
      for change in step.changes {
        let event = events[change.node]?.last { event in
          step.end.map { event.record.id <= $0 } ?? true
        }
        let history =
          event.map { log.history(of: $0.record.id, naming: naming, cases: cases) } ?? []
        causes[change.place.path] =
          [.became(change.place.path, change.text)] + history.dropFirst()
      }
      return causes
    }
  }
}

extension Session {
  /// Copies the names, tool commands and settings of the host from another session, except those that this one has.
  fileprivate func takeOver(from other: Session) {
    for (name, variable) in other.scope.variables
    where other.scope.hostNames.contains(name) && !scope.hostNames.contains(name) {
      give(name, variable)
    }
    for word in other.host.words.ofHost
    where !host.words.ofHost.contains(where: { $0.name == word.name }) { add(word) }
    host.settings = other.host.settings
    host.isReplay = true
    if other.host.onCopy != nil { host.onCopy = { _ in } }
    host.patience = other.host.patience
    host.rehearsesCommands = other.host.rehearsesCommands
  }
}
