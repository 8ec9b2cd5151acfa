import Bindings
import ViewModels

extension Session {
  func watch(_ targets: [Expression]) async throws(Diagnostic) {
    if targets.isEmpty { return listWatches() }
    for target in targets {
      let reference = try await reference(to: target)
      lastNumber += 1
      let number = lastNumber
      switch reference {
      case .variable(let name):
        guard case .viewModel(let viewModel)? = variables[name] else {
          throw Diagnostic(
            .notAValue, "'\(name)' is a plain variable, which nothing observes", at: target.span,
            help: "Watch a member of a view-model.")
        }
        lastNumber -= 1
        try watchValues(of: viewModel, name: name, at: target.span)
      case .member(let viewModel, let member, let path):
        try watch(member, in: viewModel, path: path, number: number, at: target.span)
      case .commandState(_, _, _, let path):
        watchState(reference, path: path, number: number, at: target.span)
      }
    }
  }

  /// `watch form`: every member that has a value.
  private func watchValues(
    of viewModel: any ViewModel, name: String, at span: Span
  ) throws(Diagnostic) {
    for member in type(of: viewModel).schema.members where member.kind != .command {
      lastNumber += 1
      try watch(member, in: viewModel, path: "\(name).\(member.name)", number: lastNumber, at: span)
    }
  }

  private func watch(
    _ member: Member, in viewModel: any ViewModel, path: String, number: Int, at span: Span
  ) throws(Diagnostic) {
    let show = shower(path: path, number: number)
    do {
      let subscription = try member.observe(in: viewModel) { value in
        show(Record.ShownValue(member, value))
      }
      watches.append(Watch(number: number, path: path, subscription: subscription))
    } catch {
      throw Diagnostic(
        .notAValue, error.message, at: span,
        help: "Watch \(path).isEnabled or \(path).isExecuting.")
    }
  }

  private func watchState(_ reference: Reference, path: String, number: Int, at span: Span) {
    let show = shower(path: path, number: number)
    let subscription = observe { [weak self] in
      guard let self, let value = try? read(reference, at: span) else { return }
      untracked { show(.plain(value, .bool)) }
    }
    watches.append(Watch(number: number, path: path, subscription: subscription))
  }

  /// A function that emits a value together with the one before it.
  private func shower(path: String, number: Int) -> @MainActor (Record.ShownValue) -> Void {
    var previous: Record.ShownValue?
    return { [emit] value in
      guard value != previous || value == .secret else { return }
      emit(.change(watch: number, path: path, value: value, previous: previous))
      previous = value
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
    guard case .member(let viewModel, let member, let path) = try await reference(to: expression)
    else {
      throw Diagnostic(
        .notAValue, "only members of view-models can be bound", at: expression.span,
        help: "Write bind form.phone <-> other.phone")
    }
    return (viewModel, path, member)
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
