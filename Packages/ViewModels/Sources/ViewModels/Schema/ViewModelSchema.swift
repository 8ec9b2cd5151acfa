/// What a view-model type offers to a tool: its name, documentation and members.
///
/// A schema is written by hand beside the type; nothing is found by looking into objects at run
/// time. Names are what a person types, so each must be unique within its type.
///
/// ```swift
/// static let schema = ViewModelSchema(Counter.self, "Counts.", members: [
///   .property("count", { $0.count }, "How often."), .command("increment", \.increment),
/// ])
/// ```
public struct ViewModelSchema: Sendable {
  /// The name of the type, as one types it to create a view-model.
  public let typeName: String
  /// One or two sentences for `:help`.
  public let documentation: String
  /// The members in the order in which they are shown.
  public let members: [Member]

  /// Creates the schema of a view-model type.
  ///
  /// Two members of one name are a mistake of the program, reported by a precondition.
  public init<Root: ViewModel>(
    _ type: Root.Type, _ documentation: String = "", members: [MemberOf<Root>]
  ) {
    self.typeName = "\(type)"
    self.documentation = documentation
    self.members = members.map(\.member)
    let names = self.members.map(\.name)
    precondition(
      Set(names).count == names.count, "\(type)'s schema names a member twice, of \(names)")
  }

  /// The member of that name, if there is one.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> Member? { members.first { $0.name == name } }
}
