import ViewModels

extension Session {
  /// The declaration behind a name or path at the prompt.
  public struct Declaration: Sendable, Hashable {
    /// The name of the view-model's type.
    public let type: String
    /// The name of a member; `nil` for the type itself.
    public let member: String?
  }

  /// The declaration behind a path such as `form.clear`, a name such as `form` or a type's; `nil` for what is
  /// neither a view-model nor a member.
  ///
  /// - Throws: `Diagnostic` when the path is none, or leads nowhere.
  public func declaration(of path: String) throws(Diagnostic) -> Declaration? {
    if catalog[path] != nil { return Declaration(type: path, member: nil) }
    switch try evaluator.place(of: Parser.expression(path)) {
    case .viewModel(let viewModel):
      return Declaration(type: type(of: viewModel).schema.typeName, member: nil)
    case .member(let viewModel, let member), .commandState(let viewModel, let member, _):
      return Declaration(type: type(of: viewModel).schema.typeName, member: member.name)
    case .variable, .element, .missing, nil: return nil
    }
  }
}
