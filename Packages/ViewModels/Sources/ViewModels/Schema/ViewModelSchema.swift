/// The description of a view-model type for tools: its name, documentation and members.
///
/// ``ViewModel()`` generates it; a manually written schema works equally well. Objects are never
/// inspected at run time. People type the names, so each name must be unique within
/// its type.
///
/// ```swift
/// static let schema = ViewModelSchema(Counter.self, "Counts.", members: [
///   .property("count", { $0.count }, "How often."), .command("increment", { $0.increment }),
/// ])
/// ```
public struct ViewModelSchema: Sendable {
  /// The name of the type, as typed to create a view-model.
  public let typeName: String
  /// One or two sentences for `:help`.
  public let documentation: String
  /// The members in display order, without the constants.
  public let members: [Member]
  /// The values that never change, by name as readable as the other members: each `let` that is not private.
  ///
  /// A view-model's state is in its ``members``; so tools show constants only when they are asked for.
  public let constants: [Member]
  /// The description of how to make an instance; `nil` if there is none.
  public let creation: Creation?
  /// The class and its superclasses, as far up as all overrides have nodes.
  var lineage: [ObjectIdentifier]

  /// Creates the schema of a view-model type.
  ///
  /// Two members with the same name are a programmer's error, reported by a precondition. The superclass's members
  /// follow, except for overridden ones; an overriding member is secure if the superclass's member is.
  @MainActor
  public init<Root: ViewModel>(
    _ type: Root.Type, _ documentation: String = "", inheriting base: ViewModelSchema? = nil,
    members: [MemberOf<Root>], creation: Creation? = nil
  ) {
    var own = members.map(\.member)
    let names = own.map(\.name)
    let constants = own.filter(\.isConstant)
    own.removeAll(where: \.isConstant)
    precondition(
      Set(names).count == names.count, "\(type)'s schema names a member twice, of \(names)")
    let inherited = base?.members ?? []
    let secrets = Set(inherited.lazy.filter(\.isSecure).map(\.name))
    for index in own.indices where secrets.contains(own[index].name) { own[index].isSecure = true }
    self.typeName = "\(type)"
    self.documentation = documentation
    var all = own + inherited.filter { !names.contains($0.name) }
    // A macro collects all names in a getter; methods and unknown names are removed here.
    let values = Set(all.lazy.filter { $0.kind != .command }.map(\.name))
    for index in all.indices { all[index].mentions.removeAll { !values.contains($0) } }
    self.members = all
    self.constants = constants + (base?.constants ?? []).filter { !names.contains($0.name) }
    self.creation = creation
    // The writer of a schema may have overridden what the macro cannot see.
    lineage = []
  }

  /// Creates the schema of a class that the macro has seen, so that all overrides have nodes.
  ///
  /// For the code that ``ViewModel()`` generates.
  @MainActor
  public init<Root: ViewModel>(
    _ type: Root.Type, _ documentation: String = "", inheriting base: ViewModelSchema? = nil,
    members: MemberList<Root>, creation: Creation? = nil
  ) {
    self.init(type, documentation, inheriting: base, members: members.all, creation: creation)
    lineage = [ObjectIdentifier(type)] + (base?.lineage ?? [])
  }

  /// The same schema, as that of the superclass of a class that overrides a derived value without a node.
  ///
  /// For the code that ``ViewModel()`` generates: the nodes of the superclass then call the getters.
  public var overriddenWithoutNodes: ViewModelSchema {
    var schema = self
    schema.lineage = []
    return schema
  }

  /// The member or constant of that name, if there is one.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> Member? {
    members.firstIndex { $0.name == name }.map { members[$0] }
      ?? constants.first { $0.name == name }
  }
}
