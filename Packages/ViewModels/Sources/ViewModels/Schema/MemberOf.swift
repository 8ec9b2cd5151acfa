public import Bindings

/// A member of the view-model type `Root`, as its schema is written.
///
/// Use the factories: `.property`, `.derived`, `.command`, `.child`, `.list` and `.constant`. It is an object so that the code of a schema stays small.
public final class MemberOf<Root: ViewModel>: Sendable {
  let member: Member

  init(member: Member) { self.member = member }

  @MainActor
  static func cast(_ viewModel: any ViewModel) -> Root {
    guard let root = viewModel as? Root else {
      preconditionFailure("a schema of \(Root.self) was asked about a \(type(of: viewModel))")
    }
    return root
  }
}

extension MemberOf {
  /// A value that can be read, observed, set and bound both ways.
  public static func property<Value: Codable & Equatable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    settable(name, node, documentation, isSecure: isSecure) { leading, following in
      leading.bind(with: following)
    }
  }

  /// A value that can be read, observed and set, and bound one way.
  public static func property<Value: Codable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    settable(name, node, documentation, isSecure: isSecure) { _, _ in nil }
  }

  /// A value that tools show as text only, as its type is not `Codable`.
  @_disfavoredOverload
  public static func property<Value>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    MemberOf(
      member: Member(
        name: name, kind: .property, type: ValueType(Value.self), documentation: documentation,
        isSecure: isSecure,
        access: readable(node) { (value) throws(ViewModelError) in .string("\(value)") }))
  }

  private static func settable<Value: Codable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String, isSecure: Bool,
    join: @escaping @MainActor @Sendable (Property<Value>, Property<Value>) -> Subscription?
  ) -> MemberOf {
    var access = readable(node) { (value) throws(ViewModelError) in
      try DynamicValue(encoding: value)
    }
    access.set = { (value, viewModel) throws(ViewModelError) in
      node(cast(viewModel)).value = try value.decode(as: Value.self)
    }
    access.follow = { viewModel, other, direction in
      guard let other = other as? Property<Value> else { return nil }
      return switch direction {
      case .oneWay: node(cast(viewModel)).bind(to: other)
      case .twoWay: join(node(cast(viewModel)), other)
      }
    }
    return MemberOf(
      member: Member(
        name: name, kind: .property, type: ValueType(Value.self), documentation: documentation,
        isSecure: isSecure, access: access))
  }

  /// What all members with a value share.
  static func readable<Source: ObservableValue>(
    _ node: @escaping @MainActor @Sendable (Root) -> Source,
    encode: @escaping @MainActor @Sendable (Source.Value) throws(ViewModelError) -> DynamicValue
  ) -> Member.Access {
    Member.Access(
      node: { node(cast($0)) },
      introspect: { node(cast($0)).node },
      get: { viewModel throws(ViewModelError) in try encode(node(cast(viewModel)).value) },
      observe: { viewModel, observer in
        node(cast(viewModel)).observe { value in
          observer(Result { () throws(ViewModelError) in try encode(value) })
        }
      })
  }
}
