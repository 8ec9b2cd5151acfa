import ViewModels

extension NamedCases {
  /// Returns the form of a value of such a type; `nil` for any other type, and for a value that is not a case.
  static func form<Value>(of value: Value, as type: Any.Type = Value.self) -> DynamicValue? {
    guard cover(type) else { return nil }
    if let container = value as? any CaseContainer { return container.form }
    let name = text(of: value)
    if value is any Encodable, Self.value(name, of: type) == nil { return nil }
    return .string(name)
  }

  /// Returns the value of such a type from its form; `nil` for any other type or form.
  static func value(_ form: DynamicValue, of type: Any.Type) -> Any? {
    guard cover(type) else { return nil }
    if let type = type as? any CaseContainer.Type { return type.make(of: form) }
    guard case .string(let name) = form else { return nil }
    return value(name, of: type)
  }

  /// Returns the value of a form as a type, which may be optional; `nil` if there is none.
  fileprivate static func value<Value>(_ form: DynamicValue, as type: Value.Type) -> Value? {
    value(form, of: type).flatMap { $0 as? Value }
  }
}

/// A container whose contents may be enumeration cases.
private protocol CaseContainer {
  /// The form of the container with enumeration cases; `nil` when one of the values is not a case.
  var form: DynamicValue? { get }
  /// Makes the container with enumeration cases from its form; `nil` when that is not possible.
  static func make(of form: DynamicValue) -> Any?
}

extension Optional: CaseContainer {
  fileprivate var form: DynamicValue? { map { NamedCases.form(of: $0) } ?? .null }

  fileprivate static func make(of form: DynamicValue) -> Any? {
    if form == .null { return Self.none as Any }
    return NamedCases.value(form, as: Wrapped.self).map { Self.some($0) as Any }
  }
}

extension Array: CaseContainer {
  fileprivate var form: DynamicValue? {
    let forms = compactMap { NamedCases.form(of: $0) }
    return forms.count == count ? .array(forms) : nil
  }

  fileprivate static func make(of form: DynamicValue) -> Any? {
    guard case .array(let forms) = form else { return nil }
    let elements = forms.compactMap { NamedCases.value($0, as: Element.self) }
    return elements.count == forms.count ? elements : nil
  }
}

extension Dictionary: CaseContainer where Key == String {
  fileprivate var form: DynamicValue? {
    let forms = compactMapValues { NamedCases.form(of: $0) }
    return forms.count == count ? .object(forms) : nil
  }

  fileprivate static func make(of form: DynamicValue) -> Any? {
    guard case .object(let forms) = form else { return nil }
    let values = forms.compactMapValues { NamedCases.value($0, as: Value.self) }
    return values.count == forms.count ? values : nil
  }
}

extension DynamicValue {
  /// Whether ``read(as:)`` supports the type: it is `Decodable` or `Void`, or contains enumerations written by case name.
  static func canBeRead(as type: Any.Type) -> Bool {
    type is any Decodable.Type || type == Void.self || NamedCases.cover(type)
  }

  /// Reads the value as a Swift type, which may contain enumerations that are written by case name.
  func read(as type: Any.Type) throws(ViewModelError) -> Any {
    if let found = NamedCases.value(self, of: type) { return found }
    if type == Void.self, self == .null { return () }
    guard let type = type as? any Decodable.Type else {
      throw .mismatch(self, wanted: ValueType(type))
    }
    return try decode(as: type)
  }
}
