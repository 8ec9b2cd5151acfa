import Bindings
import ViewModels

/// A view-model that the session has made, and how.
struct Made {
  /// Keeps the identity from being given to another object; a weak reference would make each use of
  /// the view-model dearer.
  unowned let viewModel: any ViewModel
  let entry: Catalog.Entry
  let arguments: [Argument]
}

extension Session {
  /// Runs a command on a copy of its view-model and shows what changes there.
  func rehearse(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) async throws(Diagnostic) {
    let path = text(of: callee)
    guard let name = callee.firstName, case .viewModel(let original)? = variables[name],
      let made = made[ObjectIdentifier(original)]
    else {
      return emit(
        .explanation(["\(path)() would run", "  it was not made here, so there is no copy to try"]))
    }
    guard rehearsesCommands else {
      return emit(
        .explanation([
          "\(path)() would run", "  what it reaches outside is not known, so it is not tried",
        ]))
    }
    let rehearsal = Rehearsal()
    let trial = Session(catalog: catalog, models: models, clock: clock, graph: graph) { _ in }
    defer {
      rehearsal.end()
      running = nil
      hearIssues()
      // What the copy wrote is no change of this session.
      writes.nodes = writes.nodes.filter { timeline.known[$0] != nil }
    }
    running = Running { trial.cancelRunning() }
    let result = await Rehearsal.$current.withValue(rehearsal) {
      () async -> Result<Attempt, Diagnostic> in
      do throws(Diagnostic) {
        try await trial.take(over: self, with: name, made, original, at: span)
        rehearsal.begin()
        let questions = trial.dismissingQuestions(of: name, in: rehearsal)
        defer { questions.subscriptions.forEach { $0.cancel() } }
        return .success(try await trial.attempt(callee, arguments, source))
      } catch {
        return .failure(error)
      }
    }
    let attempt = try result.get()
    let real = everything()
    emit(.explanation(["\(path)() would \(attempt.outcome)"]))
    tellChanges(from: attempt.before, to: attempt.after)
    let others = attempt.before.keys.sorted().filter { real[$0] != attempt.before[$0] }
    let notes =
      rehearsal.withheld.map { "not done: \($0)" }
      + (others.isEmpty
        ? [] : ["other in the copy: \(others.joined(separator: ", ").clipped(to: 120))"])
    if !notes.isEmpty { emit(.note(notes.joined(separator: "\n"))) }
  }

  /// What a command came to in a trial, and every value before and after it.
  private struct Attempt {
    let outcome: String
    let before: [String: Record.ShownValue]
    let after: [String: Record.ShownValue]
  }

  /// Knows what another session knows, with a copy in the place of one view-model.
  private func take(
    over other: Session, with name: String, _ made: Made, _ original: any ViewModel, at span: Span
  ) async throws(Diagnostic) {
    let copy: any ViewModel
    do { copy = try await made.entry.make(made.arguments) } catch {
      throw Diagnostic(.notCreated, "a copy of \(name) could not be created: \(error)", at: span)
    }
    copy.hideSecureValues()
    batch { copy.takeValues(of: original, below: Self.deepestChild) }
    variables = other.variables
    variables[name] = .viewModel(copy)
    for (name, derivation) in other.derivations {
      give(name, .derived(node(named: name, of: derivation.body)))
    }
    (source, results, language) = (other.source, other.results, other.language)
    await clock.settle()
  }

  /// Notes what the copy asks, and dismisses it.
  private func dismissingQuestions(
    of name: String, in rehearsal: Rehearsal
  ) -> UnansweredQuestions {
    guard case .viewModel(let copy)? = variables[name] else { return UnansweredQuestions(of: []) }
    return UnansweredQuestions(of: [copy]) { prompt in
      rehearsal.withhold("\(prompt.caption ?? "a \(prompt.kind)") was not asked, as if dismissed")
    }
  }

  private func attempt(
    _ callee: Expression, _ arguments: [Expression.CallArgument], _ source: SourceText
  ) async throws(Diagnostic) -> Attempt {
    let ready = try await settled(callee)
    guard let call = try command(ready) else {
      throw Diagnostic(.notAValue, "this cannot be called", at: callee.span)
    }
    let before = everything()
    let beginning = Standstill.Beginning(of: call.path, in: self)
    let run = try await begin(call, arguments, at: callee.span)
    let outcome = try await wait(for: run, of: call, since: beginning, at: callee.span)
    await clock.settle()
    let told: String
    do throws(Diagnostic) {
      switch try result(outcome, of: call, at: callee.span) {
      case .nothing: told = "run"
      case let operand:
        told = operand.isSecret ? "run" : "run and return \(operand.text.clipped(to: 80))"
      }
    } catch {
      switch outcome {
      case .failure(let error): told = "fail: \(error)"
      case .cancelled: told = "go on; it was cancelled"
      case .rejected, .success: throw error
      }
    }
    return Attempt(outcome: told, before: before, after: everything())
  }
}

extension ViewModel {
  /// Keeps the values of secure members out of the log.
  func hideSecureValues() {
    for member in type(of: self).schema.members where member.isSecure {
      member.node(in: self)?.isSecure = true
    }
  }

  /// Sets what can be set to what it is in another view-model of the same type.
  fileprivate func takeValues(of other: any ViewModel, below depth: Int) {
    for member in type(of: self).schema.members {
      if member.kind == .property, let value = try? member.value(in: other) {
        try? member.set(value, in: self)
      }
      guard depth > 0 else { continue }
      let pairs = zip(member.children(in: self), member.children(in: other))
      for (child, twin) in pairs where type(of: child) == type(of: twin) {
        child.takeValues(of: twin, below: depth - 1)
      }
    }
  }
}
