public import Bindings

/// Makes what the code written by ``ViewModel()`` consists of.
///
/// Nodes and commands made here belong to their owner's graph and do not keep the owner alive, so a
/// view-model ends when nobody else holds it. The main actor guards it.
@MainActor
public enum NodeFactory {
  /// The node of a computed `var`, made when first asked for.
  ///
  /// Somebody may hold the node longer than its owner lives; it keeps the last value then.
  public static func derived<Owner: SchemaInheriting, Value>(
    _ made: inout Computed<Value>?, of owner: Owner, label: String,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) -> Computed<Value> {
    if let made { return made }
    let work = work(of: owner, label, compute)
    let node = Computed(label: label, graph: owner.ownGraph, fileID: fileID, line: line, work)
    made = node
    return node
  }

  /// The node of a computed `var` that tells nobody when it stays equal.
  public static func derived<Owner: SchemaInheriting, Value: Equatable>(
    _ made: inout Computed<Value>?, of owner: Owner, label: String,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) -> Computed<Value> {
    if let made { return made }
    let work = work(of: owner, label, compute)
    let node = Computed(label: label, graph: owner.ownGraph, fileID: fileID, line: line, work)
    made = node
    return node
  }

  /// The node of a computed condition; without its owner, it is false if never read before.
  public static func derived<Owner: SchemaInheriting>(
    _ made: inout Computed<Bool>?, of owner: Owner, label: String,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor (Owner) -> Bool
  ) -> Computed<Bool> {
    if let made { return made }
    let work = work(of: owner, label, last: false, compute)
    let node = Computed(label: label, graph: owner.ownGraph, fileID: fileID, line: line, work)
    made = node
    return node
  }

  private static func work<Owner: AnyObject, Value>(
    of owner: Owner, _ label: String, last: Value? = nil,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) -> @MainActor () -> Value {
    var last = last
    return { [weak owner] in
      if let owner {
        let value = compute(owner)
        last = value
        return value
      }
      guard let last else {
        preconditionFailure(
          "\(label) was read for the first time after its \(Owner.self) had ended")
      }
      return last
    }
  }

  /// The node, marked as one whose value is not shown.
  public static func secure<Node: ObservableValue>(_ node: Node) -> Node {
    node.node.isSecure = true
    return node
  }

  /// The command, marked as one whose inputs and results are not shown.
  public static func secure<Input, Output>(
    _ command: Command<Input, Output>
  ) -> Command<Input, Output> {
    command.node.isSecure = true
    return command
  }

  /// The command of a method that does not wait, made when first asked for.
  public static func command<Owner: SchemaInheriting, Input, Output>(
    _ made: inout Command<Input, Output>?, of owner: Owner, label: String,
    enabled: (any ObservableValue<Bool>)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Owner, Input) throws -> Output
  ) -> Command<Input, Output> {
    if let made { return made }
    let command = Command<Input, Output>(
      label: label, enabled: enabled, graph: owner.ownGraph, fileID: fileID, line: line
    ) { [weak owner] (input: Input) throws -> Output in
      guard let owner else { throw CancellationError() }
      return try body(owner, input)
    }
    (owner as? LifecycleViewModel)?.willEnd(cancelling: command)
    made = command
    return command
  }

  /// The command of an `async` method, made when first asked for.
  public static func asyncCommand<Owner: SchemaInheriting, Input, Output>(
    _ made: inout Command<Input, Output>?, of owner: Owner, label: String,
    enabled: (any ObservableValue<Bool>)? = nil,
    policy: CommandPolicy = .drop, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Owner, Input) async throws -> Output
  ) -> Command<Input, Output> {
    if let made { return made }
    let command = Command<Input, Output>(
      label: label, enabled: enabled, policy: policy, graph: owner.ownGraph, fileID: fileID,
      line: line
    ) { [weak owner] (input: Input) async throws -> Output in
      guard let owner else { throw CancellationError() }
      return try await body(owner, input)
    }
    (owner as? LifecycleViewModel)?.willEnd(cancelling: command)
    made = command
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
