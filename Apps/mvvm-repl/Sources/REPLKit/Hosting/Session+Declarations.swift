import ViewModels

extension Session {
  /// The declaration in the source code that a name or path at the prompt refers to.
  public struct Declaration: Sendable, Hashable {
    /// The name of the view-model's type, without generic arguments.
    public let type: String
    /// The name of a member; `nil` for the type itself.
    public let member: String?
  }

  /// Returns the declaration that a path refers to; `nil` if it is neither a view-model nor a member.
  ///
  /// The path may be `form.clear` or `LoginForm.clear`, a call of a command, or a name such as `form` or `LoginForm`.
  ///
  /// - Throws: `Diagnostic` if the text is not a path or leads nowhere.
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
  /// The name of the type in its declaration: `Box` for `Box<Int>`.
  fileprivate var genericName: String { String(typeName.prefix { $0 != "<" }) }
}
