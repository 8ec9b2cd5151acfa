import Bindings
import ViewModels

extension DryRun {
  /// Runs a command on a copy of its view-model and shows what changes there.
  func rehearse(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) async throws(Diagnostic) {
    let path = evaluator.text(of: callee)
    guard let name = callee.firstName, let original = scope[name]?.viewModel,
      let made = scope.made[ObjectIdentifier(original)]
    else {
      return emit(.explanation([.wouldRun(path), .notMadeHere.indented()]))
    }
    guard host.rehearsesCommands else {
      return emit(.explanation([.wouldRun(path), .reachNotKnown.indented()]))
    }
    let rehearsal = Rehearsal()
    let trial = Session(
      catalog: catalog, models: session.models, clock: clock, graph: graph
    ) { _ in }
    trial.evaluator.interruption = evaluator.interruption
    let dryRun = DryRun(session: trial)
    defer {
      rehearsal.end()
      evaluator.interrupt = nil
      voice.hearIssues(of: graph)
      // Writes of the copy are not changes of this session.
      chronicle.writes.nodes = chronicle.writes.nodes.filter {
        chronicle.timeline.known[$0.node] != nil
      }
    }
    evaluator.interrupt = {
      // The command is cancelled, too, if it begins later.
      trial.evaluator.isInterrupted = true
      trial.cancelRunning()
      return true
    }
    let result = await Rehearsal.$current.withValue(rehearsal) {
      () async -> Result<Attempt, Diagnostic> in
      do throws(Diagnostic) {
        try await dryRun.take(over: session, with: name, made, original, calling: path, at: span)
        rehearsal.begin()
        let questions = dryRun.dismissingQuestions(of: name, in: rehearsal)
        defer { questions.subscriptions.forEach { $0.cancel() } }
        return .success(try await dryRun.attempt(callee, arguments))
      } catch {
        return .failure(error)
      }
    }
    evaluator.hasCut = trial.evaluator.hasCut
    let attempt = try result.get()
    let real = scope.everything()
    emit(.explanation([attempt.outcome]))
    tellChanges(from: attempt.before, to: attempt.after, isWhole: !rehearsal.hasRefused)
    let others = attempt.before.all.sorted().filter { real[$0] != attempt.before[$0] }
    let notes =
      rehearsal.withheld.map { Message.notDone($0) }
      + (others.isEmpty
        ? [] : [.otherInCopy(others.joined(separator: ", ").clipped(to: 120))])
    for note in notes { emit(.note(note)) }
  }

  /// The outcome of a command in a trial, and every value before and after it.
  private typealias Attempt = (
    outcome: Message, before: ReachedValues, after: ReachedValues
  )

  /// Takes over the names and values of another session, with a copy in place of one view-model.
  private func take(
    over other: Session, with name: String, _ made: SessionScope.Made, _ original: any ViewModel,
    calling path: String, at span: Span
  ) async throws(Diagnostic) {
    let copy: any ViewModel
    do {
      copy = try await evaluator.interruptible(path, at: span) {
        try await made.entry.make(made.arguments)
      }
    } catch {
      throw error as? Diagnostic
        ?? Diagnostic(.notCreated, .copyNotCreated(name, Message(error)), at: span)
    }
    copy.hideSecureValues()
    var seen: Set<ObjectIdentifier> = []
    batch { copy.takeValues(of: original, below: Reach.deepest, &seen) }
    if let navigator = original as? Navigator, (copy as? Navigator)?.path != navigator.path {
      throw Diagnostic(.notNow, .copyIsElsewhere(name, navigator.path), at: span)
    }
    scope.copy(other.scope)
    _ = scope.give(name, .viewModel(copy), by: nil)
    for (name, derivation) in other.scope.derivations {
      session.give(name, .derived(evaluator.node(named: name, of: derivation.body)))
    }
    evaluator.source = other.evaluator.source
    evaluator.results = other.evaluator.results
    session.language = other.language
    await clock.settle()
  }

  /// Records the questions of the copy, and dismisses them.
  private func dismissingQuestions(
    of name: String, in rehearsal: Rehearsal
  ) -> UnansweredQuestions {
    guard let copy = scope[name]?.viewModel else { return UnansweredQuestions(of: []) }
    return UnansweredQuestions(of: [copy]) { rehearsal.withhold(.wasNotAsked($0)) }
  }

  private func attempt(
    _ callee: Expression, _ arguments: [Expression.CallArgument]
  ) async throws(Diagnostic) -> Attempt {
    evaluator.mayAct = false
    let ready = try await evaluator.settled(callee)
    guard var call = try evaluator.command(ready) else {
      throw Diagnostic(.notAValue, .cannotBeCalled, at: callee.span)
    }
    let before = scope.everything()
    let beginning = Standstill.Beginning(of: call.path, in: evaluator)
    let run = try await evaluator.begin(&call, arguments, at: callee.span)
    let outcome =
      try await evaluator.wait(for: run, of: call, since: beginning, at: callee.span) ?? .cancelled
    await clock.settle()
    let told: Message
    do throws(Diagnostic) {
      switch try evaluator.result(outcome, of: call, at: callee.span) {
      case .nothing: told = .wouldRun(call.path)
      case let operand:
        told =
          operand.isSecret
          ? .wouldRun(call.path) : .wouldReturn(call.path, operand.text.clipped(to: 80))
      }
    } catch {
      switch outcome {
      case .failure where Rehearsal.current?.hasRefused == true: told = .dependsOnAnswer(call.path)
      case .failure(let error): told = .wouldFail(call.path, call.told(error))
      case .cancelled: told = .wouldGoOn(call.path)
      case .rejected, .success: throw error
      }
    }
    return (told, before, scope.everything())
  }
}

extension ViewModel {
  /// Copies all restorable values from another view-model of the same type.
  fileprivate func takeValues(
    of other: any ViewModel, below depth: Int, _ seen: inout Set<ObjectIdentifier>
  ) {
    guard seen.insert(ObjectIdentifier(self)).inserted else { return }
    if let copy = self as? Navigator, let real = other as? Navigator, copy.path != real.path {
      try? copy.restore(real.snapshot())
    }
    for member in type(of: self).schema.members {
      if member.isRestorable, let value = try? member.value(in: other) {
        try? member.restore(value, in: self)
      }
      guard depth > 0 else { continue }
      let pairs = zip(member.children(in: self), member.children(in: other))
      for (child, twin) in pairs where type(of: child) == type(of: twin) {
        child.takeValues(of: twin, below: depth - 1, &seen)
      }
    }
  }
}
