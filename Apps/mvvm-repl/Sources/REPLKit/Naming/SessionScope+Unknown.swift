import Bindings
import ViewModels

// MARK: - Names that do not exist

extension SessionScope {
  /// Returns the error for an unknown name, with suggestions.
  ///
  /// If the name is a tool command, the suggestion adds a colon at the start of a statement, and quotes elsewhere.
  func unknown(
    _ name: String, at span: Span, in source: SourceText, _ words: ToolWords
  ) -> Diagnostic {
    let statement = source.statement(at: span.start)
    let isStatement = statement.start == span.start
    let isAlone = isStatement && source.slice(statement) == name
    let behind = String(source.slice(Span(span.end, max(span.end, statement.end)))).trimmed
    if catalog[name] != nil, behind.hasPrefix(".init(") {
      return Diagnostic(
        .notAValue, .isAType(name), at: Span(span.start, span.end + ".init".utf8.count),
        help: .createIt, replacement: name)
    }
    let ofType = behind.hasPrefix(".") ? viewModels(ofTypeLike: name) : []
    if !ofType.isEmpty {
      return Diagnostic(.unknownName, .noName(name), at: span, Suggestion(meant: ofType))
    }
    if catalog[name] != nil {
      return Diagnostic(
        .notAValue, .isAType(name), at: span, help: .createIt, replacement: "\(name)()")
    }
    let own = members(named: name).filter { !hostNames.contains($0.path.root) }
    let near = Suggestion.nearest(to: name, among: variables.keys)
    if words[name] != nil, own.isEmpty, near == nil {
      return Diagnostic(
        .unknownName, .wordOfTool(name), at: span,
        help: isStatement ? .wordsHaveColon : .textHasQuotes,
        replacement: isStatement ? ":\(name)" : "\"\(name)\"")
    }
    if isAlone, name == "帮助" {
      return Diagnostic(
        .unknownName, .noName(name), at: span, Suggestion(meant: [":\(ToolCommand.help.name)"]))
    }
    if let use = Verb.named(name)?.uses.first {
      guard use.example != name else {
        return Diagnostic(.unknownName, .isStatementOfItsOwn(name), at: span)
      }
      return Diagnostic(.unknownName, .sayAbout(name), at: span, help: .write(use.example))
    }
    if isStatement, behind.hasPrefix("/"), !behind.contains(" ") {
      // An HTTP request line: GET /posts.
      let asked = members(named: name.lowercased()) {
        $0.kind == .command && $0.parameters.first?.name == "path"
          && $0.parameters.dropFirst().allSatisfy { $0.defaultValue != nil }
      }.map { "\($0.path)(\(DynamicValue.string(behind).literal))" }
      return Diagnostic(.unknownName, .noName(name), at: statement, Suggestion(meant: asked))
    }
    let members = members(named: name)
    if !members.isEmpty {
      var meant = members.map { isAlone && $0.member.kind == .command ? "\($0.path)()" : $0.path }
      // In a declaration the name may also be a text without its quotes.
      let text = source.slice(statement)
      if text.hasPrefix("let ") || text.hasPrefix("var ") { meant.append("\"\(name)\"") }
      return Diagnostic(.unknownName, .noName(name), at: span, Suggestion(meant: meant))
    }
    let text = source.slice(statement)
    let ofPart =
      near == nil && (isAlone || text.hasPrefix("let ") || text.hasPrefix("var "))
      ? catalog.types(withPart: name) : []
    if !ofPart.isEmpty {
      let meant = ofPart.map { type in
        // The last word of the type's name is a good variable name.
        isAlone && type.lowercased().hasSuffix(name) ? "let \(name) = \(type)()" : "\(type)()"
      }
      return Diagnostic(.unknownName, .noName(name), at: span, Suggestion(meant: meant))
    }
    let follows = isStatement && near == nil ? words.lines(of: name) : []
    if !follows.isEmpty {
      return Diagnostic(.unknownName, .noName(name), at: span, Suggestion(meant: follows))
    }
    let (names, types) = (variables.keys.sorted(), catalog.entries.map(\.schema.typeName))
    // Before a dot, types are not suggested: a type has no members here until it is instantiated.
    let suggestion = Suggestion(
      for: name, among: names + (behind.hasPrefix(".") ? [] : types),
      // If the person has created nothing yet, the help says how; the host's names would not help.
      otherwise: names.allSatisfy(hostNames.contains)
        ? .createFirst("let form = \(types.first ?? "…")()")
        : .namesAre(names))
    // A corrected line that fails at the member is not offered.
    let isOffered = suggestion.replacement.map { isMember(behind, of: $0) } ?? false
    return Diagnostic(
      .unknownName, .noName(name), at: span, help: suggestion.help,
      replacement: isOffered ? suggestion.replacement : nil)
  }

  /// Whether a view-model has the member that stands behind its name; true for other values and without a member.
  private func isMember(_ behind: String, of name: String) -> Bool {
    guard behind.first == ".", let viewModel = variables[name]?.viewModel else { return true }
    let member = behind.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return type(of: viewModel).schema[String(member)] != nil
  }

  /// The person's view-models whose type name equals `name` apart from case.
  private func viewModels(ofTypeLike name: String) -> [String] {
    let found = variables.filter { key, variable in
      !hostNames.contains(key)
        && variable.viewModel.map { type(of: $0).schema.typeName.lowercased() } == name.lowercased()
    }.keys.sorted()
    return found.count > Suggestion.mostNamed ? [] : found
  }

  /// The nearest members with this name in the person's view-models, or else in the host's; none if there are too many.
  func members(
    named name: String, where isMeant: (Member) -> Bool = { _ in true }
  ) -> [(path: String, member: Member)] {
    let reach = untracked { self.reach(skipsLists: true) }
    let found = reach.steps.compactMap { step -> (step: Reach.Step, member: Member)? in
      guard let member = type(of: step.viewModel).schema[name], isMeant(member) else { return nil }
      return (step, member)
    }
    let own = found.filter {
      variables[reach.root(of: $0.step)]?.viewModel.map(isOfHost) != true
    }
    let candidates = own.isEmpty ? found : own
    let nearest = candidates.filter { $0.step.depth == candidates.map(\.step.depth).min() }
    return nearest.count > Suggestion.mostNamed
      ? [] : nearest.map { ("\(reach.path(of: $0.step)).\(name)", $0.member) }
  }
}

// MARK: - Members that do not exist

extension Diagnostic {
  @MainActor
  static func unknown(_ name: String, of viewModel: any ViewModel, at span: Span) -> Diagnostic {
    let schema = type(of: viewModel).schema
    let reach = untracked { Reach(from: [("", viewModel)], skipsLists: true) }
    if let owner = reach.steps.dropFirst().first(where: {
      type(of: $0.viewModel).schema[name] != nil
    }) {
      let meant = "\(reach.path(of: owner).dropFirst()).\(name)"
      return Diagnostic(
        .unknownMember, .noMember(name, of: Message(verbatim: schema.typeName)), at: span,
        help: .didYouMean([meant]), replacement: meant)
    }
    let names = schema.members.map(\.name)
    // A learner looks for the type's own members, not for those of every screen.
    let own = names.filter { LifecycleViewModel.schema[$0] == nil }
    let isScreen = own.count < names.count && !own.isEmpty
    return unknownMember(
      name, of: Message(verbatim: schema.typeName), at: span, among: names,
      otherwise: isScreen ? .itHasOfItsOwn(own) : nil)
  }

  static func unknown(_ name: String, of value: DynamicValue, at span: Span) -> Diagnostic {
    let owner = Message(verbatim: "\(value.type)")
    if name == "append", case .array = value {
      return Diagnostic(.unknownMember, .noMember(name, of: owner), at: span, help: .addElements)
    }
    return unknownMember(
      name, of: owner, at: span, among: ValueMembers.names(of: value))
  }

  /// The error for calling a value's member that is not a function, or that takes other arguments.
  static func notCalled(
    _ name: String, of value: DynamicValue, at span: Span, call: Span
  ) -> Diagnostic {
    if let known = ValueMembers.call(name, of: value) {
      let list = known.parameters.map { "\($0)" }.joined(separator: ", ")
      return Diagnostic(
        .arguments, .notTheArguments(name), at: call, help: .write("\(name)(\(list))"))
    }
    guard ValueMembers.property(name, of: value) != nil else {
      return unknown(name, of: value, at: span)
    }
    return Diagnostic(
      .unknownMember, .valueOf(name, value.type), at: Span(span.start, call.end),
      help: .withoutParentheses, replacement: name)
  }

  static func unknownMember(
    _ name: String, of owner: Message, at span: Span, among names: [String],
    otherwise help: Message? = nil
  ) -> Diagnostic {
    let all = names.isEmpty ? nil : Message.itHas(names)
    return Diagnostic(
      .unknownMember, .noMember(name.clipped(to: 40), of: owner), at: span,
      Suggestion(for: name, among: names, otherwise: help ?? all))
  }
}

extension String {
  fileprivate var root: String { String(prefix { $0 != "." }) }
}

extension Catalog {
  /// The types without required arguments whose names begin with a word or, if there are none, contain it, ignoring
  /// case; none if there are too many to be listed.
  func types(withPart word: String) -> [String] {
    guard word.count > 2 else { return [] }
    let part = word.lowercased()
    let names = entries.filter { entry in
      entry.parameters.allSatisfy { $0.defaultValue != nil }
    }.map(\.schema.typeName)
    let begun = names.filter { $0.lowercased().hasPrefix(part) }
    let found = begun.isEmpty ? names.filter { $0.lowercased().contains(part) } : begun
    return found.count > Suggestion.mostNamed ? [] : found
  }
}
