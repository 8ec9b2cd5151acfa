/// The cases of enumerations that do not say what they are as text: they are written by their names.
///
/// An enumeration that is `Codable` and has raw values is what it encodes; any other one that is
/// `CaseIterable` is its case's name, and one with texts as raw values alone is the raw value.
enum NamedCases {
  /// The cases of a type as text; `nil` when it is no enumeration, or its cases are something else.
  static func texts(of type: Any.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return type.isNamed ? type.named?.map(\.name) : type.encodedTexts
  }

  /// Whether values of a type, or of the one that may be there, are written by name although they do not encode
  /// themselves so.
  static func cover(_ type: Any.Type) -> Bool {
    let type = present(type)
    if let type = type as? any CaseIterable.Type, type.named != nil { return true }
    if type is any CaseIterable.Type || type is any Codable.Type { return false }
    return (type as? any RawRepresentable.Type)?.hasTexts == true
  }

  /// The name of a value of such a type; `nil` for any other type, and for a value that is none of its cases.
  static func name<Value>(of value: Value) -> DynamicValue? {
    guard cover(Value.self) else { return nil }
    let content: Any
    if let optional = value as? any OptionalValue {
      guard let present = optional.content else { return .null }
      content = present
    } else {
      content = value
    }
    let name = text(of: content)
    if content is any Encodable, self.value(name, of: present(Value.self)) == nil { return nil }
    return .string(name)
  }

  /// The type, of an optional one what may be there.
  fileprivate static func present(_ type: Any.Type) -> Any.Type {
    (type as? any OptionalValue.Type)?.wrapped ?? type
  }

  /// The value of such a type that has a name.
  fileprivate static func value(_ name: String, of type: Any.Type) -> Any? {
    if let type = type as? any CaseIterable.Type {
      return type.named?.first { $0.name == name }?.value
    }
    return (type as? any RawRepresentable.Type)?.value(of: name)
  }

  /// The name of a case; the text of its raw value where it describes itself otherwise.
  fileprivate static func text(of value: Any) -> String {
    let text = "\(value)"
    let raw = (value as? any RawRepresentable)?.rawValue as? String
    return value is any CaseIterable && text.isName ? text : raw ?? text
  }
}

extension DynamicValue {
  /// Whether ``read(as:)`` knows the type: one that is `Decodable`, or an enumeration by its names.
  static func canBeRead(as type: Any.Type) -> Bool {
    type is any Decodable.Type || NamedCases.cover(type)
  }

  /// The value as a Swift type, which may be an enumeration that is written by the names of its cases.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/typeMismatch``.
  func read<Value>(as type: Value.Type) throws(ViewModelError) -> Value {
    // In two steps: what is not found would be cast to any optional type.
    if let found = try found(type), let value = found as? Value { return value }
    throw .mismatch(self, wanted: ValueType(type))
  }

  private func found(_ type: Any.Type) throws(ViewModelError) -> Any? {
    guard NamedCases.cover(type) else {
      guard let type = type as? any Decodable.Type else { return nil }
      return try decode(as: type)
    }
    switch self {
    case .string(let name): return NamedCases.value(name, of: NamedCases.present(type))
    case .null: return (type as? any OptionalValue.Type)?.absent
    default:
      guard let type = type as? any Decodable.Type else { return nil }
      return try decode(as: type)
    }
  }
}

extension CaseIterable {
  /// Whether it is an enumeration that is written by the names of its cases.
  fileprivate static var isNamed: Bool {
    if self is any Codable.Type, self is any RawRepresentable.Type { return false }
    return allCases.first.map { Mirror(reflecting: $0).displayStyle == .enum } == true
  }

  /// The cases with their names; `nil` unless each has a name of its own.
  fileprivate static var named: [(name: String, value: Any)]? {
    guard isNamed else { return nil }
    let named = allCases.map { (NamedCases.text(of: $0), $0 as Any) }
    let names = Set(named.map(\.0))
    return names.count == named.count && names.allSatisfy(\.isName) ? named : nil
  }

  /// The texts as which the cases are encoded; `nil` when they are something else.
  fileprivate static var encodedTexts: [String]? {
    let texts = allCases.map { ($0 as? any RawRepresentable)?.rawValue as? String }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }
}

extension RawRepresentable {
  fileprivate static var hasTexts: Bool { RawValue.self == String.self }

  fileprivate static func value(of text: String) -> Any? {
    (text as? RawValue).flatMap { Self(rawValue: $0) }
  }
}

extension String {
  /// Whether it can be written behind a dot.
  fileprivate var isName: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

/// A value that may be there.
private protocol OptionalValue {
  static var wrapped: Any.Type { get }
  /// The value that is not there.
  static var absent: Any { get }
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate static var absent: Any { Self.none as Any }
  fileprivate var content: Any? { map { $0 as Any } }
}
