import ViewModels

/// The commands of the tool itself, which start with a colon.
enum MetaCommand: String, CaseIterable {
  case help, types, vars, quit

  /// Words that people type instead.
  private static let synonyms: [String: MetaCommand] = [
    "h": .help, "exit": .quit, "q": .quit, "variables": .vars,
  ]

  init?(word: String) {
    guard let command = MetaCommand(rawValue: word) ?? Self.synonyms[word] else { return nil }
    self = command
  }

  var explanation: String {
    switch self {
    case .help: "this page; :help form.clear explains one thing"
    case .types: "the view-models that can be created"
    case .vars: "the names you have given"
    case .quit: "leave (also Ctrl-D)"
    }
  }
}

extension Session {
  func meta(_ word: String, _ argument: String, at span: Span) throws(Diagnostic) {
    guard let command = MetaCommand(word: word) else {
      let nearest = Suggestion.nearest(to: word, among: MetaCommand.allCases.map(\.rawValue))
      throw Diagnostic(
        .unknownMeta, "there is no ':\(word.clipped(to: 40))'", at: span,
        help: nearest.map { "Did you mean ':\($0)'?" } ?? "Type :help to see what there is.",
        replacement: nearest.map { ":\($0)" })
    }
    switch command {
    case .help: try help(argument, at: span)
    case .types: listTypes()
    case .vars: listVariables()
    case .quit: finish()
    }
  }

  private func listTypes() {
    emit(
      .page(
        title: "View-models that can be created",
        rows: catalog.entries.map { ("\($0.schema.typeName)()", $0.schema.documentation) }))
  }

  private func listVariables() {
    guard !variables.isEmpty else {
      return emit(.note("There are no names yet. Write let form = LoginForm(), say."))
    }
    let rows = variables.sorted { $0.key < $1.key }.map { name, variable in
      switch variable {
      case .viewModel(let viewModel): (name, type(of: viewModel).schema.typeName)
      case .value(let value, let isConstant): (name, "\(isConstant ? "let" : "var") \(value)")
      }
    }
    emit(.page(title: "Names", rows: rows))
  }

  private func help(_ topic: String, at span: Span) throws(Diagnostic) {
    guard !topic.isEmpty else { return Help.overview.forEach(emit) }
    if let page = Help.page(of: topic) { return emit(page) }
    if let entry = catalog[topic] { return emit(Help.page(of: entry.schema)) }
    let parts = topic.split(separator: ".").map(String.init)
    guard let name = parts.first, case .viewModel(let viewModel)? = variables[name] else {
      let words = Help.topics + catalog.entries.map(\.schema.typeName) + variables.keys.sorted()
      let nearest = Suggestion.nearest(to: topic, among: words)
      throw Diagnostic(
        .unknownName, "there is no help on '\(topic.clipped(to: 40))'", at: span,
        help: nearest.map { "Did you mean '\($0)'?" } ?? "Type :help alone for the overview.",
        replacement: nearest.map { ":help \($0)" })
    }
    let schema = type(of: viewModel).schema
    guard parts.count > 1 else { return emit(Help.page(of: schema)) }
    guard let member = schema[parts[1]] else { throw unknown(parts[1], of: viewModel, at: span) }
    emit(Help.page(of: member, in: viewModel, path: topic))
  }
}
