import ViewModels

// MARK: - Names that do not exist

extension Scope {
  /// Why a name is nothing; a word of the tool lacks its colon.
  func unknown(_ name: String, at span: Span, _ words: ToolWords) -> Diagnostic {
    if catalog[name] != nil {
      return Diagnostic(
        .notAValue, "\(name) is a type", at: span,
        help: "Create a view-model: let form = \(name)()", replacement: "\(name)()")
    }
    if words[name] != nil {
      return Diagnostic(
        .unknownName, "there is no '\(name)'", at: span,
        help: "The tool's words start with a colon.", replacement: ":\(name)")
    }
    let (names, types) = (variables.keys.sorted(), catalog.entries.map(\.schema.typeName))
    return Diagnostic(
      .unknownName, "there is no '\(name)'", at: span,
      Suggestion(
        for: name, among: names + types,
        // Who has made nothing is told how to; the host's own names help nobody then.
        otherwise: names.allSatisfy(hostNames.contains)
          ? "Create a view-model first: let form = \(types.first ?? "…")()"
          : Suggestion.list(names)))
  }

}

// MARK: - Members that do not exist

extension Diagnostic {
  @MainActor
  static func unknown(_ name: String, of viewModel: any ViewModel, at span: Span) -> Diagnostic {
    let schema = type(of: viewModel).schema
    return unknownMember(name, of: schema.typeName, at: span, among: schema.members.map(\.name))
  }

  static func unknown(_ name: String, of value: DynamicValue, at span: Span) -> Diagnostic {
    unknownMember(name, of: "\(value.type)", at: span, among: ValueMembers.names(of: value))
  }

  /// Why a call of a value's member makes nothing: the member is a value, or takes other arguments.
  static func notCalled(
    _ name: String, of value: DynamicValue, at span: Span, call: Span
  ) -> Diagnostic {
    if let known = ValueMembers.call(name, of: value) {
      let list = known.parameters.map { "\($0)" }.joined(separator: ", ")
      return Diagnostic(
        .arguments, "these are not the arguments of \(name)", at: call,
        help: "Write \(name)(\(list)).")
    }
    guard ValueMembers.property(name, of: value) != nil else {
      return unknown(name, of: value, at: span)
    }
    return Diagnostic(
      .unknownMember, "\(name) is a value of \(value.type)", at: Span(span.start, call.end),
      help: "Write it without parentheses.", replacement: name)
  }

  static func unknownMember(
    _ name: String, of owner: String, at span: Span, among names: [String]
  ) -> Diagnostic {
    Diagnostic(
      .unknownMember, "\(owner) has no member '\(name.clipped(to: 40))'", at: span,
      Suggestion(
        for: name, among: names,
        otherwise: names.isEmpty ? nil : "It has: \(names.joined(separator: ", "))"))
  }
}
