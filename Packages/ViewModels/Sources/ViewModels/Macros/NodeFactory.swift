public import Bindings

/// A factory and store of derived nodes and commands, used only by the code that ``ViewModel()`` generates.
///
/// A class has one factory for its computed `var`s and commands, each at a separate place, so that it needs
/// no stored property for each of them. Nodes and commands belong to their owner's graph and do not retain the
/// owner, so a view-model ends when no other code retains it.
@MainActor
public struct NodeFactory {
  private var made: [AnyObject?] = []

  /// Creates an empty factory.
  public init() {}

  /// Returns the node of a computed `var`; makes it at the first request.
  ///
  /// Other code may retain the node longer than its owner lives; the node then keeps its last value. A condition
  /// whose first read comes after that is false. An override is secure if the overridden `var` is.
  public mutating func derived<Owner: SchemaInheriting, Value>(
    _ place: Int, of owner: Owner, label: StaticString, isOverride: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) -> Computed<Value> {
    derived(place, of: owner, isOverride) {
      Computed(
        with: owner, label: "\(label)", graph: owner.ownGraph, fileID: fileID, line: line,
        unread: { Self.unread(Owner.self, label) }, compute)
    }
  }

  /// Returns the node of a computed `var` with an `Equatable` value, which is compared without a dynamic cast.
  public mutating func derived<Owner: SchemaInheriting, Value: Equatable>(
    _ place: Int, of owner: Owner, label: StaticString, isOverride: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) -> Computed<Value> {
    derived(place, of: owner, isOverride) {
      Computed(
        with: owner, label: "\(label)", graph: owner.ownGraph, fileID: fileID, line: line,
        unread: { Self.unread(Owner.self, label) }, compute)
    }
  }

  /// Returns the command of a synchronous method; makes it at the first request.
  public mutating func command<Owner: SchemaInheriting, Input, Output>(
    _ place: Int, of owner: Owner, label: StaticString,
    enabled: (any ObservableValue<Bool>)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Owner, Input) throws -> Output
  ) -> Command<Input, Output> {
    make(at: place) {
      let command = Command<Input, Output>(
        label: "\(label)", enabled: enabled, graph: owner.ownGraph, fileID: fileID, line: line
      ) { [weak owner] (input: Input) throws -> Output in
        guard let owner else { throw CancellationError() }
        return try body(owner, input)
      }
      (owner as? LifecycleViewModel)?.willEnd(cancelling: command)
      return command
    }
  }

  /// Returns the command of an `async` method; makes it at the first request.
  public mutating func asyncCommand<Owner: SchemaInheriting, Input, Output>(
    _ place: Int, of owner: Owner, label: StaticString,
    enabled: (any ObservableValue<Bool>)? = nil,
    policy: CommandPolicy = .drop, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Owner, Input) async throws -> Output
  ) -> Command<Input, Output> {
    make(at: place) {
      let command = Command<Input, Output>(
        label: "\(label)", enabled: enabled, policy: policy, graph: owner.ownGraph,
        fileID: fileID, line: line
      ) { [weak owner] (input: Input) async throws -> Output in
        guard let owner else { throw CancellationError() }
        return try await body(owner, input)
      }
      (owner as? LifecycleViewModel)?.willEnd(cancelling: command)
      return command
    }
  }

  private mutating func derived<Value>(
    _ place: Int, of owner: some SchemaInheriting, _ isOverride: Bool, _ new: () -> Computed<Value>
  ) -> Computed<Value> {
    make(at: place) {
      let made = new()
      // The schema of the owner includes that of the superclass.
      if isOverride, let name = made.node.label, type(of: owner).schema[name]?.isSecure == true {
        made.node.isSecure = true
      }
      return made
    }
  }

  /// Returns the object at a place; makes it at the first request.
  private mutating func make<Made: AnyObject>(at place: Int, _ new: () -> Made) -> Made {
    if place < made.count, let object = made[place] {
      // The macro gives each declaration a separate place and always requests it with the same type.
      return unsafe unsafeDowncast(object, to: Made.self)
    }
    let object = new()
    while made.count <= place { made.append(nil) }
    made[place] = object
    return object
  }
}

extension NodeFactory {
  /// Returns the value of a node whose first read comes after the end of its owner.
  private static func unread<Value>(_ owner: Any.Type, _ label: StaticString) -> Value {
    guard let value = false as? Value else {
      fatalError("\(label) was read for the first time after its \(owner) had ended")
    }
    return value
  }

  /// Returns whether nodes of the class `Owner` may use the copies of its getters: the object is of no subclass that
  /// overrides a getter without a node.
  public static func mayCopy<Owner: SchemaInheriting>(_ owner: Owner) -> Bool {
    let type = type(of: owner)
    return type == Owner.self || type.schema.lineage.contains(ObjectIdentifier(Owner.self))
  }

  /// Returns the node, marked as secure.
  public static func secure<Source: ObservableValue>(_ source: Source) -> Source {
    source.node.isSecure = true
    return source
  }

  /// Returns the command, marked as secure.
  public static func secure<Input, Output>(
    _ command: Command<Input, Output>
  ) -> Command<Input, Output> {
    command.node.isSecure = true
    return command
  }
}
