public import Bindings

/// A member of the view-model type `Root`, as its schema is written.
///
/// Use the factories: ``property(_:_:_:isSecure:)``, ``derived(_:_:_:)``, ``command(_:_:_:)``.
public struct MemberOf<Root: ViewModel>: Sendable {
  let member: Member

  /// A value that can be read, observed and set.
  public static func property<Value: Codable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    var access = readable(node)
    access.set = { (value, viewModel) throws(ViewModelError) in
      node(cast(viewModel)).value = try value.decode(as: Value.self)
    }
    access.follow = { viewModel, other, direction in
      guard let other = other as? Property<Value> else { return nil }
      return switch direction {
      case .oneWay: Binding.oneWay(from: node(cast(viewModel)), to: other)
      case .twoWay: Binding.twoWay(leading: node(cast(viewModel)), following: other)
      }
    }
    return MemberOf(
      member: Member(
        name: name, kind: .property, type: ValueType(Value.self), documentation: documentation,
        isSecure: isSecure, parameters: [], access: access))
  }

  /// A value that can be read and observed but not set from outside: one that follows from others,
  /// or a property that the view-model alone sets.
  public static func derived<Source: ObservableValue>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = ""
  ) -> MemberOf where Source.Value: Encodable & Sendable {
    var access = readable(node)
    access.follow = { viewModel, other, direction in
      guard direction == .oneWay, let other = other as? Property<Source.Value> else { return nil }
      return Binding.oneWay(from: node(cast(viewModel)), to: other)
    }
    return MemberOf(
      member: Member(
        name: name, kind: .derived, type: ValueType(Source.Value.self),
        documentation: documentation, isSecure: false, parameters: [], access: access))
  }

  /// An action that takes nothing.
  public static func command<Output: Encodable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: String = ""
  ) -> MemberOf {
    command(
      name, node, documentation, parameters: [],
      output: { (value) throws(ViewModelError) in try DynamicValue(encoding: value) },
      input: { _ in () })
  }

  /// An action that takes nothing and returns nothing.
  public static func command(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Void>,
    _ documentation: String = ""
  ) -> MemberOf {
    command(
      name, node, documentation, parameters: [], output: { _ in .null }, input: { _ in () })
  }
}

extension MemberOf {
  /// What properties and derived values share.
  private static func readable<Source: ObservableValue>(
    _ node: @escaping @MainActor @Sendable (Root) -> Source
  ) -> Member.Access where Source.Value: Encodable & Sendable {
    Member.Access(
      node: { node(cast($0)) },
      introspect: { node(cast($0)).node },
      get: { viewModel throws(ViewModelError) in
        try DynamicValue(encoding: node(cast(viewModel)).value)
      },
      observe: { viewModel, observer in
        node(cast(viewModel)).observe { value in
          observer(Result { () throws(ViewModelError) in try DynamicValue(encoding: value) })
        }
      })
  }

  private static func command<Input, Output>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Output>,
    _ documentation: String, parameters: [Parameter],
    output: @escaping @MainActor @Sendable (Output) throws(ViewModelError) -> DynamicValue,
    input: @escaping @MainActor @Sendable ([Argument]) throws(ViewModelError) -> Input
  ) -> MemberOf {
    let access = Member.Access(
      node: { node(cast($0)) },
      introspect: { node(cast($0)).node },
      command: { viewModel in
        TypedCommand(
          name: name, command: node(cast(viewModel)), parameters: parameters, input: input,
          output: output)
      })
    return MemberOf(
      member: Member(
        name: name, kind: .command,
        type: Output.self == Void.self ? .void : ValueType(Output.self),
        documentation: documentation, isSecure: false, parameters: parameters, access: access))
  }

  @MainActor
  private static func cast(_ viewModel: any ViewModel) -> Root {
    guard let root = viewModel as? Root else {
      preconditionFailure("a schema of \(Root.self) was asked about a \(type(of: viewModel))")
    }
    return root
  }
}
