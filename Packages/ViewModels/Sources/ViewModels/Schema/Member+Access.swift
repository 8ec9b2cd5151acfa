import Bindings

extension Member {
  /// The type-erased ways to the member; those that its kind does not have are `nil`.
  struct Access: Sendable {
    var node: (@MainActor @Sendable (any ViewModel) -> AnyObject)?
    var introspect: (@MainActor @Sendable (any ViewModel) -> Node)?
    var get: (@MainActor @Sendable (any ViewModel) throws(ViewModelError) -> DynamicValue)?
    var set: (@MainActor @Sendable (DynamicValue, any ViewModel) throws(ViewModelError) -> Void)?
    /// Like `set`, also for what the view-model alone sets.
    var restore:
      (@MainActor @Sendable (DynamicValue, any ViewModel) throws(ViewModelError) -> Void)?
    var command: (@MainActor @Sendable (any ViewModel, _ isSecure: Bool) -> any ExecutableCommand)?
    var children: (@MainActor @Sendable (any ViewModel) -> [any ViewModel])?
  }
}

extension Member.Access {
  /// The ways to the value of a node.
  @MainActor
  init<Root, Source: ObservableValue>(
    value node: @escaping @MainActor @Sendable (Root) -> Source,
    of cast: @escaping @MainActor @Sendable (any ViewModel) -> Root
  ) {
    self.node = { node(cast($0)) }
    introspect = { node(cast($0)).node }
    get = { viewModel throws(ViewModelError) in try .shown(node(cast(viewModel)).value) }
    if Member.Kind(ofChildren: Source.Value.self) != nil {
      children = { viewModels(in: node(cast($0)).value) }
    }
  }

  /// The ways to the value of a node, and the way to put it back, if values of the type can be written.
  @MainActor
  init<Root, Value>(
    restorable node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    of cast: @escaping @MainActor @Sendable (any ViewModel) -> Root
  ) {
    self.init(value: node, of: cast)
    guard Member.Kind(ofChildren: Value.self) == nil,
      Value.self is any Codable.Type || NamedCases.cover(Value.self)
    else { return }
    restore = { (value, viewModel) throws(ViewModelError) in
      let new = try value.read(as: Value.self)
      node(cast(viewModel)).value = new
    }
  }
}

extension Member.Kind {
  /// `child` or `list`, of a type that stands for a view-model or for several.
  init?(ofChildren type: Any.Type) {
    if type is any ViewModel.Type {
      self = .child
    } else if let type = type as? any ValueContainer.Type, type.content is any ViewModel.Type,
      let kind = type.childKind
    {
      self = kind
    } else {
      return nil
    }
  }
}

/// The view-models that a value is or has.
@MainActor
func viewModels<Value>(in value: Value) -> [any ViewModel] {
  // An array is not asked whether it is a view-model: the answer costs a bridge to an object.
  switch Member.Kind(ofChildren: Value.self) {
  case .list?: value as? [any ViewModel] ?? []
  default: (value as? any ViewModel).map { [$0] } ?? []
  }
}

extension DynamicValue {
  /// The value as tools show it: view-models by what they are called, what cannot be encoded as text.
  @MainActor
  static func shown<Value>(_ value: Value) throws(ViewModelError) -> DynamicValue {
    switch Member.Kind(ofChildren: Value.self) {
    case .child: return (value as? any ViewModel).map(name) ?? .null
    case .list: return .array(viewModels(in: value).map(name))
    default: break
    }
    if Value.self == Void.self { return .null }
    if let optional = value as? any ShownOptional { return try optional.shown() }
    if let form = NamedCases.form(of: value) { return form }
    guard let value = value as? any Encodable else { return .string("\(value)") }
    return try DynamicValue(encoding: value)
  }

  /// The name of a child: its own description, or its type.
  @MainActor
  private static func name(of child: any ViewModel) -> DynamicValue {
    .string(
      (child as? any CustomStringConvertible)?.description ?? Swift.type(of: child).schema.typeName)
  }
}

/// An optional, whichever its type: shown as what is in it, or as null.
@MainActor
private protocol ShownOptional {
  func shown() throws(ViewModelError) -> DynamicValue
}

extension Optional: ShownOptional {
  fileprivate func shown() throws(ViewModelError) -> DynamicValue {
    if let self { try .shown(self) } else { .null }
  }
}
