import Bindings
import ViewModels

extension Session {
  /// `why form.isValid`: from the value down to what was typed, and what it was not.
  func why(_ expression: Expression, at number: Int?) async throws(Diagnostic) {
    try await loadElements(of: expression)
    guard let place = try place(of: expression) else {
      throw Diagnostic(
        .notAValue, "only what has a name can be explained", at: expression.span,
        help: "Name it: let x = { … }, then why x.")
    }
    if let number { return try explain(place, at: number, expression.span) }
    switch place {
    case .commandState(let viewModel, let member, let state):
      explain(state, of: member, in: viewModel, path: text(of: expression))
    case .member(let viewModel, let member) where member.kind == .command:
      explain(.isEnabled, of: member, in: viewModel, path: text(of: expression))
    default:
      guard let node = node(of: place) else {
        throw Diagnostic(
          .notAValue, "this never changes, so there is no reason to give", at: expression.span)
      }
      _ = try read(place, at: expression.span)  // what nobody reads is not computed yet
      emit(.explanation(explanation(of: node)))
    }
  }

  private func explanation(of node: Node) -> [String] {
    ExplanationText(
      explanation: SessionTracer.shared.log.explain(node), paths: nodePaths, hidden: [names.node]
    ).lines
  }

  /// `why form.phone at #12`: how that change of it came about.
  private func explain(_ place: Place, at number: Int, _ span: Span) throws(Diagnostic) {
    let log = SessionTracer.shared.log
    guard let node = node(of: place),
      let record = log.records(of: node).last(where: { $0.id.number == number })
    else {
      throw Diagnostic(
        .unknownNumber, "this has no change #\(number) in the log", at: span,
        help: "why \(String(source.slice(span))) and :log name the numbers.")
    }
    emit(.explanation(ExplanationText.lines(of: log.chain(of: record.id), paths: nodePaths)))
  }

  /// The conditions that are false, each with its own reason.
  private func explain(
    _ state: Place.CommandState, of member: Member, in viewModel: any ViewModel, path: String
  ) {
    guard let command = member.command(in: viewModel) else { return }
    let isEnabled = command.isEnabled
    guard state == .isEnabled, !isEnabled else {
      let lines =
        state == .isEnabled
        ? ["\(path) can run: all its conditions are true"]
        : ["\(path) is \(command.isExecuting)"]
      return emit(.explanation(lines))
    }
    var lines = ["\(path) cannot run"]
    for reason in command.whyDisabled {
      lines.append("  because \(reason)")
      let name = reason.prefix { $0 != " " }
      guard let cause = type(of: viewModel).schema[String(name)],
        (try? cause.value(in: viewModel)) != nil, let node = cause.node(in: viewModel)
      else { continue }
      lines += explanation(of: node).dropFirst().map { "  \($0)" }
    }
    emit(.explanation(lines))
  }

  func node(of place: Place) -> Node? {
    switch place {
    case .variable(let name):
      switch variables[name] {
      case .variable(let node, _): node.node
      case .derived(let node): node.node
      case .viewModel, .constant, nil: nil
      }
    case .member(let viewModel, let member): member.node(in: viewModel)
    case .element(let element): element.source.node
    case .viewModel, .commandState, .missing: nil
    }
  }
}

// MARK: - What if

extension Session {
  /// Shows what a statement would change.
  ///
  /// The value is set and put back before anybody sees it: observers run when a batch is over.
  func whatIf(_ statement: Statement.Kind, at span: Span) async throws(Diagnostic) {
    switch statement {
    case .assignment(let target, let operation, let value):
      try await whatIf(target, operation, value)
    case .expression(let expression, _):
      guard case .call(let callee, _) = expression.kind, case .member = callee.kind,
        case .member(let viewModel, let member)? = try place(of: try await settled(callee)),
        let command = member.command(in: viewModel)
      else { fallthrough }
      emit(
        .explanation(
          command.isEnabled
            ? ["\(text(of: callee)) would run; what it does is known only when it does"]
            : ["\(text(of: callee)) would be refused"]
              + command.whyDisabled.map { "  because \($0)" }))
    default:
      throw Diagnostic(
        .notAValue, "an assignment or a command is wanted here", at: span,
        help: "Write whatif form.phone = \"\".")
    }
  }

  private func whatIf(
    _ target: Expression, _ operation: String?, _ value: Expression
  ) async throws(Diagnostic) {
    let ready = try await settled(target)
    let new = Expression(
      kind: .constant(.plain(try await self.value(of: value))), span: value.span)
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
    let (after, problem) = batch { () -> ([String: Record.ShownValue], Diagnostic?) in
      do throws(Diagnostic) { try assign(ready, operation, new, shownAs: target) } catch {
        return ([:], error)
      }
      let after = everything()
      _ = place.set(old)
      return (after, nil)
    }
    if let problem { throw problem }
    let rows = after.sorted { $0.key < $1.key }.compactMap { path, value in
      before[path] == value ? nil : (path, "\(value.text)  ⟵ \(before[path]?.text ?? "")")
    }
    emit(rows.isEmpty ? .note("Nothing would change.") : .page(title: "Would change", rows: rows))
  }

  /// Every value that can be reached from a name.
  private func everything() -> [String: Record.ShownValue] {
    var values: [String: Record.ShownValue] = [:]
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel): collect(viewModel, path: name, depth: 0, into: &values)
      case .variable(let node, let type): values[name] = .plain(node.value, type)
      case .derived(let node):
        switch node.value {
        case .value(let value): values[name] = .plain(value, value.type)
        case .failure(let problem): values[name] = .unreadable(problem.message)
        }
      case .constant: break
      }
    }
    return values
  }

  private func collect(
    _ viewModel: any ViewModel, path: String, depth: Int,
    into values: inout [String: Record.ShownValue]
  ) {
    for row in ViewModelSnapshot(viewModel).rows {
      let memberPath = "\(path).\(row.member.name)"
      if let reasons = row.disabledReasons {
        values["\(memberPath)()"] = .unreadable("not enabled: \(reasons.joined(separator: "; "))")
      } else {
        values[row.member.kind == .command ? "\(memberPath)()" : memberPath] =
          row.value ?? .unreadable("ready")
      }
      guard depth < 4 else { continue }
      for (index, child) in row.member.children(in: viewModel).enumerated() {
        let place = row.member.kind == .list ? "\(memberPath)[\(index)]" : memberPath
        collect(child, path: place, depth: depth + 1, into: &values)
      }
    }
  }
}

extension Record.ShownValue {
  /// The value in one line.
  var text: String {
    switch self {
    case .plain(.string(let name), .named): ".\(name)"
    case .plain(let value, _): "\(value)"
    case .secret: "secret"
    case .unreadable(let reason): reason
    }
  }
}

// MARK: - The graph and its records

extension Session {
  /// Draws the graph, as in `:graph form.isValid mermaid`.
  func showGraph(_ argument: String, at span: Span) throws(Diagnostic) {
    var format = DiagramFormat.text
    var around: Node?
    for word in argument.split(separator: " ").map(String.init) {
      if let wanted = DiagramFormat(rawValue: word) {
        format = wanted
        continue
      }
      do throws(Diagnostic) {
        guard let place = try place(of: try Parser.expression(word)) else { continue }
        around = node(of: place)
      } catch {
        throw Diagnostic(error.code, error.message, at: span, help: error.help)
      }
      guard around != nil else {
        throw Diagnostic(
          .notAValue, "'\(word)' has no node in the graph", at: span,
          help:
            "Name a member: :graph form.isValid \(DiagramFormat.allCases.map(\.rawValue).joined(separator: "|"))"
        )
      }
    }
    emit(.note(Graph.main.diagram(format, around: around, hiding: [names.node])))
  }

  /// `:report`: what the last batch took that follows from a statement of this session.
  func showReport() {
    let log = SessionTracer.shared.log
    let batch = lastChange.flatMap { log.consequences(of: $0).compactMap(\.batch).max() }
    let report = batch.flatMap { log.report(ofBatch: $0) }
    emit(.note(report?.description ?? "Nothing has changed yet."))
  }

  /// `:log 20`: the last records.
  func showLog(_ argument: String) {
    let records = SessionTracer.shared.log.records.suffix(Int(argument) ?? 20)
    emit(.note(records.map(\.description).joined(separator: "\n")))
  }
}
