import Bindings
import ViewModels

extension Session {
  /// Shows what a statement would change: an assignment is made and taken back, a command runs on a
  /// copy.
  func whatIf(_ statement: Statement.Kind, at span: Span) async throws(Diagnostic) {
    switch statement {
    case .assignment(let target, let operation, let value):
      try await whatIf(target, operation, value)
    case .expression(let expression, _):
      guard case .call(let callee, let arguments) = expression.kind, case .member = callee.kind,
        case .member(let viewModel, let member)? = try place(of: try await settled(callee)),
        let command = member.command(in: viewModel)
      else { fallthrough }
      guard command.isEnabled else {
        return emit(
          .explanation(
            ["\(text(of: callee)) would be refused"]
              + command.disabledReasons.map { "  because \($0)" }))
      }
      try await rehearse(callee, arguments, at: span)
    default:
      throw Diagnostic(
        .notAValue, "an assignment or a command is wanted here", at: span,
        help: "Write whatif form.phone = \"\".")
    }
  }

  /// Sets the value and puts it back before anybody sees it: observers run when a batch is over.
  ///
  /// The second look at everything brings what follows up to date while the trial is not recorded.
  private func whatIf(
    _ target: Expression, _ operation: String?, _ value: Expression
  ) async throws(Diagnostic) {
    let ready = try await settled(target)
    let new = try await settledValue(value)
    let known = try place(of: ready)
    let place: Timeline.Place
    switch known {
    case .member(let viewModel, let member)?:
      place = Timeline.Place(path: text(of: target), target: .member(viewModel, member))
    case .variable(let name)?:
      guard case .variable(let node, _)? = variables[name] else { fallthrough }
      place = Timeline.Place(path: name, target: .variable(node))
    default:
      throw Diagnostic(
        .notAValue, "only members and variables can be tried", at: target.span,
        help: "Write whatif form.phone = \"\".")
    }
    guard let old = place.value else { return }
    let before = everything()
    let trial = tracer.muted {
      let trial = batch { () -> Result<[String: Record.ShownValue], Diagnostic> in
        do throws(Diagnostic) { try assign(ready, operation, new, shownAs: target) } catch {
          return .failure(error)
        }
        defer { _ = place.set(old) }
        return .success(everything())
      }
      _ = everything()
      return trial
    }
    tellChanges(from: before, to: try trial.get())
  }

  func tellChanges(from before: [String: Record.ShownValue], to after: [String: Record.ShownValue])
  {
    let rows = Set(before.keys).union(after.keys).sorted().compactMap { path in
      before[path] == after[path]
        ? nil
        : (
          path,
          "\(after[path]?.text.clipped(to: 60) ?? language.label("gone"))  ⟵ "
            + (before[path]?.text.clipped(to: 60) ?? language.label("not there"))
        )
    }
    emit(
      rows.isEmpty
        ? .note("Nothing would change.") : .page(title: title("Would change"), rows: rows))
  }

  /// Every value that can be reached from a name.
  func everything() -> [String: Record.ShownValue] {
    var values: [String: Record.ShownValue] = [:]
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel):
        let reach = Reach(from: [(name, viewModel)])
        for step in reach.steps { collect(step.viewModel, reach.path(of: step), into: &values) }
      case .variable(let node, let type):
        let value = node.value
        values[name] = node.node.isSecure ? .secret : .plain(value, type)
      case .derived(let node):
        switch node.value {
        case .value(let value): values[name] = .plain(value, value.type)
        case .secret: values[name] = .secret
        case .failure(let problem): values[name] = .unreadable(problem.message)
        }
      case .constant, .secret: break
      }
    }
    return values
  }

  private func collect(
    _ viewModel: any ViewModel, _ path: String, into values: inout [String: Record.ShownValue]
  ) {
    for row in ViewModelSnapshot(viewModel).rows {
      if let value = row.value {
        values["\(path).\(row.member.name)"] = value
      } else {
        values["\(path).\(row.member.name)()"] = .unreadable(
          language.stateText(row.disabledReasons))
      }
    }
  }
}

extension Record.ShownValue {
  /// The value in one line.
  var text: String {
    switch self {
    case .plain(.string(let name), let type) where type.hasCases: ".\(name)"
    case .plain(let value, let type): type.dateText(of: value) ?? "\(value)"
    case .secret: "secret"
    case .unreadable(let reason): reason
    }
  }
}
