import Bindings

extension Member {
  /// The closures that access the member in a view-model; `nil` for those that its kind does not have.
  struct Access: Sendable {
    /// Returns the node with the value; `nil` for a `let`, which has no node.
    var source: (@MainActor @Sendable (any ViewModel) -> any ObservableValue)?
    var children: (@MainActor @Sendable (any ViewModel) -> [any ViewModel])?
    var command: (@MainActor @Sendable (any ViewModel, _ isSecure: Bool) -> any ExecutableCommand)?
    /// Returns the value of a `let`.
    var constant: (@MainActor @Sendable (any ViewModel) throws(ViewModelError) -> DynamicValue)?
  }
}

extension ObservableValue {
  /// Sets the value of a property; has no effect on any other node.
  func restore(_ value: DynamicValue) throws(ViewModelError) {
    (self as? Property<Value>)?.value = try value.read(as: Value.self)
  }
}

extension Member.Kind {
  /// Makes `child` or `list` for a type that represents one or several view-models.
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

/// Returns the view-models that a value is or contains.
@MainActor
func viewModels<Value>(in value: Value) -> [any ViewModel] {
  // Avoids casting an array to a view-model, because that cast bridges the array to an object.
  switch Member.Kind(ofChildren: Value.self) {
  case .list?: value as? [any ViewModel] ?? []
  default: (value as? any ViewModel).map { [$0] } ?? []
  }
}

extension DynamicValue {
  /// The value as tools show it: view-models by their names, values that cannot be encoded as text.
  @MainActor
  static func shown<Value>(_ value: Value) throws(ViewModelError) -> DynamicValue {
    if let plain = DynamicValue(plain: value) { return plain }
    if let kind = Member.Kind(ofChildren: Value.self) {
      return shown(children: viewModels(in: value), kind)
    }
    if Value.self == Void.self { return .null }
    if let optional = value as? any ShownOptional { return try optional.shown() }
    if let form = NamedCases.form(of: value) { return form }
    guard let value = value as? any Encodable else { return .string("\(value)") }
    return try DynamicValue(encoding: value)
  }

  /// The names of children: their descriptions or, without these, their types.
  @MainActor
  static func shown(children: [any ViewModel], _ kind: Member.Kind) -> DynamicValue {
    let names = children.map { child in
      DynamicValue.string(
        (child as? any CustomStringConvertible)?.description
          ?? Swift.type(of: child).schema.typeName)
    }
    return kind == .list ? .array(names) : names.first ?? .null
  }
}

/// An optional of any type, shown as its wrapped value or as null.
@MainActor
private protocol ShownOptional {
  func shown() throws(ViewModelError) -> DynamicValue
}

extension Optional: ShownOptional {
  fileprivate func shown() throws(ViewModelError) -> DynamicValue {
    if let self { try .shown(self) } else { .null }
  }
}
