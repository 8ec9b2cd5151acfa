import Bindings
public import ViewModels

extension Member {
  /// Returns the current value, tracked; for a child the name of its type.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when the member is a command or its value cannot be encoded.
  @MainActor
  public func value(in viewModel: any ViewModel) throws(ViewModelError) -> DynamicValue {
    if let node = observable(in: viewModel) {
      do throws(ViewModelError) { return try shown(node) } catch { throw hiding(error) }
    }
    if let constant = constant(in: viewModel) { return try .shown(constant) }
    if kind == .command {
      throw ViewModelError(.commandIsNotReadable(name, call: "\(name)\(parameters.example)"))
    }
    return .shown(children: children(in: viewModel), kind)
  }

  /// Sets the value; an unsuitable value changes nothing.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when the member cannot be set or the value has another type.
  @MainActor
  public func set(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    if let refusal = refusal(in: viewModel) { throw refusal }
    try restore(value, in: viewModel)
  }

  /// Returns the error with which ``set(_:in:)`` refuses every value; `nil` if the member can be set.
  @MainActor
  func refusal(in viewModel: any ViewModel) -> ViewModelError? {
    if isSettable { return nil }
    let problem: SchemaProblem =
      switch kind {
      case .command: .commandIsNotSettable(name, call: "\(name)\(parameters.example)")
      case .child, .list: .childIsNotSettable(name)
      case .property: .typeIsNotSettable(name, type)
      case .derived where isConstant: .constantIsNotSettable(name)
      case .derived:
        node(in: viewModel)?.kind == .property
          ? .outputIsNotSettable(name) : .derivedIsNotSettable(name)
      }
    return ViewModelError(problem)
  }

  /// Restores an earlier value of the member, even if otherwise only its view-model sets it.
  ///
  /// Intended for undo and for later sessions; ``set(_:in:)`` is for people.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when the member cannot be restored, or the value has another type;
  ///   nothing changes then.
  @MainActor
  func restore(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard isRestorable else { return try set(value, in: viewModel) }
    let node = observable(in: viewModel)
    do throws(ViewModelError) { try node?.restore(value) } catch { throw hiding(error) }
  }

  private func hiding(_ error: ViewModelError) -> ViewModelError {
    isSecure ? error.withoutSecret : error
  }

  @MainActor
  private func shown(_ node: some ObservableValue) throws(ViewModelError) -> DynamicValue {
    try .shown(node.value)
  }
}

extension ObservableValue {
  /// Sets the value of a property; has no effect on any other node.
  fileprivate func restore(_ value: DynamicValue) throws(ViewModelError) {
    guard let property = self as? Property<Value> else { return }
    if let plain = value.plain, let found = plain as? Value {
      property.value = found
    } else if let found = try value.read(as: Value.self) as? Value {
      property.value = found
    }
  }
}

extension DynamicValue {
  /// The value as people see it: view-models by their names, values that cannot be encoded as text.
  @MainActor
  static func shown<Value>(_ value: Value) throws(ViewModelError) -> DynamicValue {
    if let plain = DynamicValue(plain: value) { return plain }
    let type = Value.self == Any.self ? Swift.type(of: value as Any) : Value.self
    if let kind = Member.Kind(ofChildren: type) {
      return shown(children: kind.viewModels(in: value), kind)
    }
    if type == Void.self { return .null }
    if let optional = value as? any ShownOptional { return try optional.shown() }
    if let form = NamedCases.form(of: value, as: type) { return form }
    guard let value = value as? any Encodable else { return .string("\(value)") }
    return try DynamicValue(encoding: value)
  }

  /// The names of children: their descriptions or, without these, their types.
  @MainActor
  fileprivate static func shown(
    children: [any ViewModel], _ kind: Member.Kind
  ) -> DynamicValue {
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
