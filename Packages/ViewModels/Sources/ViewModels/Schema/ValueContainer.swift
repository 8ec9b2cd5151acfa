/// A container type, whose contents may be view-models or enumeration cases of any type.
protocol ValueContainer {
  static var content: Any.Type { get }
  /// The type in the form that tools use.
  static var valueType: ValueType { get }
  /// `child` or `list`, if the content may be a view-model.
  static var childKind: Member.Kind? { get }
}

extension Optional: ValueContainer {
  static var content: Any.Type { Wrapped.self }
  static var valueType: ValueType { .optional(ValueType(Wrapped.self)) }
  static var childKind: Member.Kind? { .child }
}

extension Array: ValueContainer {
  static var content: Any.Type { Element.self }
  static var valueType: ValueType { .array(ValueType(Element.self)) }
  static var childKind: Member.Kind? { .list }
}

extension Dictionary: ValueContainer where Key == String {
  static var content: Any.Type { Value.self }
  static var valueType: ValueType { .dictionary(ValueType(Value.self)) }
  static var childKind: Member.Kind? { nil }
}
