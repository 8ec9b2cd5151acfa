/// A container type, whose contents may be view-models or enumeration cases of any type.
protocol ValueContainer {
  static var content: Any.Type { get }
  /// The type in the form that tools use.
  static var valueType: ValueType { get }
  /// `child` or `list`, if the content may be a view-model.
  static var childKind: Member.Kind? { get }
  /// The form of the container with enumeration cases; `nil` when one of the values is not a case.
  var form: DynamicValue? { get }
  /// Makes the container with enumeration cases from its form; `nil` when that is not possible.
  static func make(of form: DynamicValue) -> Any?
}

extension Optional: ValueContainer {
  static var content: Any.Type { Wrapped.self }
  static var valueType: ValueType { .optional(ValueType(Wrapped.self)) }
  static var childKind: Member.Kind? { .child }
  var form: DynamicValue? { map { NamedCases.form(of: $0) } ?? .null }

  static func make(of form: DynamicValue) -> Any? {
    if form == .null { return Self.none as Any }
    return NamedCases.value(form, as: Wrapped.self).map { Self.some($0) as Any }
  }
}

extension Array: ValueContainer {
  static var content: Any.Type { Element.self }
  static var valueType: ValueType { .array(ValueType(Element.self)) }
  static var childKind: Member.Kind? { .list }

  var form: DynamicValue? {
    let forms = compactMap { NamedCases.form(of: $0) }
    return forms.count == count ? .array(forms) : nil
  }

  static func make(of form: DynamicValue) -> Any? {
    guard case .array(let forms) = form else { return nil }
    let elements = forms.compactMap { NamedCases.value($0, as: Element.self) }
    return elements.count == forms.count ? elements : nil
  }
}

extension Dictionary: ValueContainer where Key == String {
  static var content: Any.Type { Value.self }
  static var valueType: ValueType { .dictionary(ValueType(Value.self)) }
  static var childKind: Member.Kind? { nil }

  var form: DynamicValue? {
    let forms = compactMapValues { NamedCases.form(of: $0) }
    return forms.count == count ? .object(forms) : nil
  }

  static func make(of form: DynamicValue) -> Any? {
    guard case .object(let forms) = form else { return nil }
    let values = forms.compactMapValues { NamedCases.value($0, as: Value.self) }
    return values.count == forms.count ? values : nil
  }
}
