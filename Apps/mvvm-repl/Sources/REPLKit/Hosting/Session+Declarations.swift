import ViewModels

extension Session {
  /// The declaration behind a name or path at the prompt.
  public struct Declaration: Sendable, Hashable {
    /// The name of the view-model's type, without generic arguments.
    public let type: String
    /// The name of a member; `nil` for the type itself.
    public let member: String?
  }

  /// The declaration behind a path such as `form.clear` or `LoginForm.clear`, a call of one, a name such as `form` or a type's; `nil` for what is
  /// neither a view-model nor a member.
  ///
  /// - Throws: `Diagnostic` when the path is none, or leads nowhere.
  public func declaration(of path: String) throws(Diagnostic) -> Declaration? {
    let isType = catalog.entries.contains {
      $0.schema.typeName == path || $0.schema.genericName == path
    }
    if isType { return Declaration(type: String(path.prefix { $0 != "<" }), member: nil) }
    var expression = try Parser.expression(path)
    if case .call(let callee, _) = expression.kind, callee.isMember { expression = callee }
    if case .member(let base, let name, let span, _) = expression.kind,
      case .name(let type) = base.kind, scope[type] == nil, let entry = catalog[type]
    {
      guard entry.schema[name] != nil else {
        throw Diagnostic.unknownMember(
          name, of: Message(verbatim: type), at: span, among: entry.schema.members.map(\.name))
      }
      return Declaration(type: entry.schema.genericName, member: name)
    }
    switch try evaluator.place(of: expression) {
    case .viewModel(let viewModel):
      return Declaration(type: type(of: viewModel).schema.genericName, member: nil)
    case .member(let viewModel, let member), .commandState(let viewModel, let member, _):
      return Declaration(type: type(of: viewModel).schema.genericName, member: member.name)
    case .variable, .element, .missing, nil: return nil
    }
  }
}

extension ViewModelSchema {
  /// The name of the type as its declaration has it: `Box` of `Box<Int>`.
  fileprivate var genericName: String { String(typeName.prefix { $0 != "<" }) }
}
