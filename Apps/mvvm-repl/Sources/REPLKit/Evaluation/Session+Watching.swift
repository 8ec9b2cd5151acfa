import Bindings
import ViewModels

extension Session {
  func watch(_ watching: Statement.Watching) async throws(Diagnostic) {
    if watching.targets.isEmpty { return listWatches() }
    if let condition = watching.condition { try await loadElements(of: condition) }
    for target in watching.targets {
      try await loadElements(of: target)
      if case .name(let name) = target.kind, case .constant? = variables[name] {
        throw Diagnostic(
          .notAValue, "'\(name)' is a constant, which never changes", at: target.span,
          help: "Watch a member of a view-model, a var, or let x = { … }.")
      }
      switch try place(of: target) {
      case .viewModel(let list as ListViewModel)?:
        add(watch: list, text(of: target))
      case .viewModel(let viewModel)?:
        // Every member that has a value.
        for member in type(of: viewModel).schema.members where member.kind != .command {
          let expression = Expression(
            kind: .member(target, name: member.name, nameSpan: target.span, isOptional: false),
            span: target.span)
          add(watch: expression, "\(text(of: target)).\(member.name)", watching)
        }
      case .member(_, let member)? where member.kind == .command:
        let path = text(of: target)
        throw Diagnostic(
          .notAValue, "\(member.name) is a command; a member with a value can be observed.",
          at: target.span, help: "Watch \(path).isEnabled or \(path).isExecuting.")
      default:
        _ = try pure(target)
        add(watch: target, text(of: target), watching)
      }
    }
  }

  private func add(watch target: Expression, _ path: String, _ watching: Statement.Watching) {
    lastNumber += 1
    let number = lastNumber
    let shower = Shower(interval: watching.interval, clock: clock) { [emit] value, previous in
      emit(.change(watch: number, path: path, value: value, previous: previous))
    }
    let subscription = observe(label: "watch \(path)") { [weak self] in
      guard let self else { return }
      let isShown = watching.condition.map { (try? pureValue(of: $0)) == .bool(true) } ?? true
      let value = shown(target)
      if isShown { untracked { shower.take(value) } }
    }
    watches.append(Watch(number: number, path: path, subscription: subscription))
  }

  /// Shows a list as a live table.
  private func add(watch list: ListViewModel, _ path: String) {
    lastNumber += 1
    let number = lastNumber
    let watch = ListWatch(list, renderers: cellRenderers, label: "watch \(path)") {
      [emit] table in emit(.table(watch: number, path: path, table))
    }
    watches.append(Watch(number: number, path: path, subscription: watch))
  }

  /// The value of an expression as it may be shown; tracked.
  func shown(_ expression: Expression) -> Record.ShownValue {
    do throws(Diagnostic) {
      let operand = try pure(expression)
      if try place(of: expression)?.isSecure == true { return .secret }
      if case .value(let value, let type) = operand { return .plain(value, type) }
      return .plain(.string(operand.text), .any)
    } catch {
      return .unreadable(error.message)
    }
  }

  private func listWatches() {
    guard !watches.isEmpty else {
      return emit(.note("Nothing is watched. Write watch form.output, say."))
    }
    emit(.page(title: "Watched", rows: watches.map { ("#\($0.number)", $0.path) }))
  }

  func unwatch(_ selection: Statement.Selection) throws(Diagnostic) {
    switch selection {
    case .all: watches.removeAll()
    case .number(let number, let span):
      guard let index = watches.firstIndex(where: { $0.number == number }) else {
        throw missing("watch", "#\(number)", at: span, watches.map { "#\($0.number)" })
      }
      watches.remove(at: index)
    case .target(let target):
      let path = String(source.slice(target.span))
      let count = watches.count
      watches.removeAll { $0.path == path || $0.path.hasPrefix(path + ".") }
      guard watches.count < count else {
        throw missing("watch", path, at: target.span, watches.map(\.path))
      }
    }
  }

  func missing(_ what: String, _ name: String, at span: Span, _ names: [String]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name, among: names)
    return Diagnostic(
      .unknownNumber, "there is no \(what) \(name.clipped(to: 40))", at: span,
      help: nearest.map { "Did you mean '\($0)'?" }
        ?? (names.isEmpty ? nil : "There are: \(names.joined(separator: ", "))"),
      replacement: nearest)
  }
}

// MARK: - Bindings

extension Session {
  func bind(
    _ first: Expression, _ second: Expression, isTwoWay: Bool, at span: Span
  ) async throws(Diagnostic) {
    let (from, fromPath, source) = try await bindable(first)
    let (to, toPath, target) = try await bindable(second)
    let binding: Binding
    do {
      binding = try source.bind(in: from, to: target, in: to, isTwoWay ? .twoWay : .oneWay)
    } catch {
      throw Diagnostic(
        error.code == .typeMismatch ? .typeMismatch : .readOnly, error.message, at: span)
    }
    lastNumber += 1
    let description = "\(fromPath) \(isTwoWay ? "<->" : "->") \(toPath)"
    bindings.append(
      LiveBinding(
        number: lastNumber, description: description, paths: [fromPath, toPath], binding: binding))
    emit(.bound(number: lastNumber, description: description))
  }

  private func bindable(
    _ expression: Expression
  ) async throws(Diagnostic) -> (any ViewModel, path: String, Member) {
    guard case .member(let viewModel, let member) = try place(of: try await settled(expression))
    else {
      throw Diagnostic(
        .notAValue, "only members of view-models can be bound", at: expression.span,
        help: "Write bind form.phone <-> other.phone")
    }
    return (viewModel, text(of: expression), member)
  }

  func unbind(_ selection: Statement.Selection) throws(Diagnostic) {
    switch selection {
    case .all: bindings.removeAll()
    case .number(let number, let span):
      guard let index = bindings.firstIndex(where: { $0.number == number }) else {
        throw missing("binding", "#\(number)", at: span, bindings.map { "#\($0.number)" })
      }
      emit(.ended(description: bindings.remove(at: index).description))
    case .target(let target):
      let path = String(source.slice(target.span))
      let count = bindings.count
      bindings.removeAll { $0.paths.contains(path) }
      guard bindings.count < count else {
        throw missing("binding", path, at: target.span, bindings.flatMap(\.paths))
      }
    }
  }
}
