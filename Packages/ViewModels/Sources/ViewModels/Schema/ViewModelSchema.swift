/// The description of a view-model type for tools: its name, documentation and members.
///
/// ``ViewModel()`` writes it; one written by hand beside the type is as good. Nothing is found by
/// looking into objects at run time. Names are what a person types, so each must be unique within
/// its type.
///
/// ```swift
/// static let schema = ViewModelSchema(Counter.self, "Counts.", members: [
///   .property("count", { $0.count }, "How often."), .command("increment", { $0.increment }),
/// ])
/// ```
public struct ViewModelSchema: Sendable {
  /// The name of the type, as one types it to create a view-model.
  public let typeName: String
  /// One or two sentences for `:help`.
  public let documentation: String
  /// The members in the order in which they are shown.
  public let members: [Member]
  /// The way to make an instance; `nil` when the type does not tell.
  public let creation: Creation?

  /// Creates the schema of a view-model type.
  ///
  /// Two members of one name are a mistake of the program, reported by a precondition. The superclass's members
  /// follow, without those that are told again; these are secure when the superclass's are.
  @MainActor
  public init<Root: ViewModel>(
    _ type: Root.Type, _ documentation: String = "", inheriting base: ViewModelSchema? = nil,
    members: [MemberOf<Root>], creation: Creation? = nil
  ) {
    var own = members.map(\.member)
    let names = own.map(\.name)
    precondition(
      Set(names).count == names.count, "\(type)'s schema names a member twice, of \(names)")
    let inherited = base?.members ?? []
    let secrets = Set(inherited.lazy.filter(\.isSecure).map(\.name))
    for index in own.indices where secrets.contains(own[index].name) { own[index].isSecure = true }
    self.typeName = "\(type)"
    self.documentation = documentation
    var all = own + inherited.filter { !names.contains($0.name) }
    // A macro tells every name in a getter; a method or a constant is none of the members with a value.
    let values = Set(all.lazy.filter { $0.kind != .command }.map(\.name))
    for index in all.indices { all[index].mentions.removeAll { !values.contains($0) } }
    self.members = all
    self.creation = creation
  }

  /// The member of that name, if there is one.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> Member? { members.first { $0.name == name } }
}
