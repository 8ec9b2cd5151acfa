public import Bindings

/// Makes and keeps what the code written by ``ViewModel()`` derives and offers; for that code alone.
///
/// A class has one for its computed `var`s and commands, each at a place of its own, so that it needs
/// no stored property for each. Nodes and commands belong to their owner's graph and do not keep the
/// owner alive, so a view-model ends when nobody else holds it.
@MainActor
public struct NodeFactory {
  private var made: [AnyObject?] = []

  /// Creates a factory that has made nothing.
  public init() {}

  /// The node of a computed `var`, made when first asked for.
  ///
  /// Somebody may hold the node longer than its owner lives; it keeps the last value then. A condition
  /// that was never read before is false then. One that overrides is secure when what it overrides is.
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

  /// The node of a computed `var` whose values are compared without looking for a comparison.
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

  /// The command of a method that does not wait, made when first asked for.
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

  /// The command of an `async` method, made when first asked for.
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
      // The schema of the owner knows the superclass's.
      if isOverride, let name = made.node.label, type(of: owner).schema[name]?.isSecure == true {
        made.node.isSecure = true
      }
      return made
    }
  }

  /// The object at a place, made when first asked for.
  private mutating func make<Made: AnyObject>(at place: Int, _ new: () -> Made) -> Made {
    if place < made.count, let object = made[place] {
      // The macro gives each declaration a place of its own and asks for it by one type.
      return unsafe unsafeDowncast(object, to: Made.self)
    }
    let object = new()
    while made.count <= place { made.append(nil) }
    made[place] = object
    return object
  }
}

extension NodeFactory {
  /// The value of a node that is read for the first time after its owner has ended.
  private static func unread<Value>(_ owner: Any.Type, _ label: StaticString) -> Value {
    guard let value = false as? Value else {
      fatalError("\(label) was read for the first time after its \(owner) had ended")
    }
    return value
  }

  /// The node, marked as one whose value is not shown.
  public static func secure<Source: ObservableValue>(_ source: Source) -> Source {
    source.node.isSecure = true
    return source
  }

  /// The command, marked as one whose inputs and results are not shown.
  public static func secure<Input, Output>(
    _ command: Command<Input, Output>
  ) -> Command<Input, Output> {
    command.node.isSecure = true
    return command
  }

  /// The schema of a type that cannot store one, made when first asked for.
  public static func schema(
    of type: any ViewModel.Type, make: () -> ViewModelSchema
  ) -> ViewModelSchema {
    if let made = schemas[ObjectIdentifier(type)] { return made }
    let made = make()
    schemas[ObjectIdentifier(type)] = made
    return made
  }

  private static var schemas: [ObjectIdentifier: ViewModelSchema] = [:]
}
