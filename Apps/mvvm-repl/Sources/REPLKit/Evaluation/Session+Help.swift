import ViewModels

extension Session {
  /// Shows the help: `:help`, `:help topic` and `form.clear?`.
  func help(_ topic: String, at span: Span) throws(Diagnostic) {
    guard !topic.isEmpty else {
      return Help.overview(toolCommands).forEach(emit)
    }
    if let page = Help.page(of: topic, toolCommands) { return emit(page) }
    if let entry = catalog[topic] { return emit(Help.page(of: entry.schema)) }
    guard let expression = try? Parser.expression(topic), let name = expression.firstName,
      variables[name] != nil
    else {
      let words =
        Help.topics + toolCommands.map(\.name) + catalog.entries.map(\.schema.typeName)
        + variables.keys.sorted()
      let nearest = Suggestion.nearest(to: topic, among: words)
      throw Diagnostic(
        .unknownName, "there is no help on '\(topic.clipped(to: 40))'", at: span,
        help: nearest.map { "Did you mean '\($0)'?" } ?? "Type :help alone for the overview.",
        replacement: nearest.map { ":help \($0)" })
    }
    do throws(Diagnostic) {
      switch try place(of: expression) {
      case .viewModel(let viewModel): emit(Help.page(of: type(of: viewModel).schema))
      case .member(let viewModel, let member):
        emit(Help.page(of: member, in: viewModel, path: topic))
      default:
        let value = try pureValue(of: expression)
        emit(
          .page(
            title: "\(topic): \(value.type)",
            rows: [("now", "\(value)".clipped(to: 80))]
              + ValueMembers.names(of: value).map { (".\($0)", "") }))
      }
    } catch {
      throw Diagnostic(error.code, error.message, at: span, help: error.help)
    }
  }
}

extension Expression {
  /// The name that a path starts with.
  fileprivate var firstName: String? {
    switch kind {
    case .name(let name): name
    case .member(let base, _, _, _), .element(let base, _): base.firstName
    default: nil
    }
  }
}

extension Operand {
  /// The operand in one line.
  var text: String {
    switch self {
    case .value(let value, _): "\(value)"
    case .viewModel(let viewModel): "\(type(of: viewModel))"
    case .nothing: "nothing"
    }
  }
}

extension Result where Success == DynamicValue, Failure == Diagnostic {
  /// The value, or why there is none, in one line.
  var text: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let problem): problem.message
    }
  }
}
