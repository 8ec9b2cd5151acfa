public import Bindings

extension MemberOf {
  /// A value that can be read and observed but not set from outside: one that follows from others,
  /// or a property that the view-model alone sets.
  public static func derived<Source: ObservableValue>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf where Source.Value: Encodable & Sendable {
    var access = readable(node) { (value) throws(ViewModelError) in
      try DynamicValue(encoding: value)
    }
    access.follow = { viewModel, other, direction in
      guard direction == .oneWay, let other = other as? Property<Source.Value> else { return nil }
      return node(cast(viewModel)).bind(to: other)
    }
    return MemberOf(
      member: Member(
        name: name, kind: .derived, type: ValueType(Source.Value.self),
        documentation: documentation, isSecure: isSecure, mentions: mentions, access: access))
  }

  /// A value that tools show as text only, as its type is not `Encodable`.
  @_disfavoredOverload
  public static func derived<Source: ObservableValue>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf {
    MemberOf(
      member: Member(
        name: name, kind: .derived, type: ValueType(Source.Value.self),
        documentation: documentation, isSecure: isSecure, mentions: mentions,
        access: readable(node) { (value) throws(ViewModelError) in .string("\(value)") }))
  }
}

extension MemberOf {
  /// What a `let` offers: a node or command made by hand, or a view-model; nothing, if it is none.
  public static func constant<Value: Codable & Equatable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: String = ""
  ) -> [MemberOf] { [property(name, node, documentation)] }

  /// The derived value that a `let` holds.
  public static func constant<Value: Encodable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Computed<Value>,
    _ documentation: String = ""
  ) -> [MemberOf] { [derived(name, node, documentation)] }

  /// The command without input that a `let` holds.
  public static func constant<Output: Encodable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: String = ""
  ) -> [MemberOf] { [command(name, node, documentation)] }

  /// The command without input and result that a `let` holds.
  public static func constant(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Void>,
    _ documentation: String = ""
  ) -> [MemberOf] { [command(name, node, documentation)] }

  /// The view-model that a `let` holds.
  public static func constant<Child: ViewModel>(
    _ name: String, _ child: @escaping @MainActor @Sendable (Root) -> Child,
    _ documentation: String = ""
  ) -> [MemberOf] { [self.child(name, child, documentation)] }

  /// The view-models that a `let` holds.
  public static func constant<Child: ViewModel>(
    _ name: String, _ children: @escaping @MainActor @Sendable (Root) -> [Child],
    _ documentation: String = ""
  ) -> [MemberOf] { [list(name, children, documentation)] }

  /// Nothing: a `let` of any other type is the view-model's own affair.
  @_disfavoredOverload
  public static func constant<Value>(
    _ name: String, _ value: @escaping @MainActor @Sendable (Root) -> Value,
    _ documentation: String = ""
  ) -> [MemberOf] { [] }
}
