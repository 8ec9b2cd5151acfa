import Synchronization

/// The cases of enumerations that do not say what they are as text: they are written by their names, alone and
/// within what may be there, arrays, dictionaries and any other value that is encoded.
///
/// An enumeration that is `Codable` and has raw values is what it encodes; any other one that is
/// `CaseIterable` is its case's name, and one with texts as raw values alone is the raw value.
enum NamedCases {
  /// The cases of a type as text; `nil` when it is no enumeration, or its cases are something else.
  static func texts(of type: Any.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return type.isNamed ? type.names : type.encodedTexts
  }

  /// Whether values of a type, or what a container of the type has inside, are written by name although they do
  /// not encode themselves so.
  static func cover(_ type: Any.Type) -> Bool {
    if let type = type as? any ValueContainer.Type { return cover(type.content) }
    if let type = type as? any CaseIterable.Type { return type.names != nil }
    if type is any Codable.Type { return false }
    return (type as? any RawRepresentable.Type)?.hasTexts == true
  }

  /// The form of a value of such a type; `nil` for any other type, and for a value that is none of its cases.
  static func form<Value>(of value: Value) -> DynamicValue? {
    guard cover(Value.self) else { return nil }
    if let container = value as? any ValueContainer { return container.form }
    let name = text(of: value)
    if value is any Encodable, Self.value(.string(name), of: Value.self) == nil { return nil }
    return .string(name)
  }

  /// The value of such a type that has a form; `nil` for any other type, and when there is none.
  static func value(_ form: DynamicValue, of type: Any.Type) -> Any? {
    guard cover(type) else { return nil }
    if let type = type as? any ValueContainer.Type { return type.make(of: form) }
    guard case .string(let name) = form else { return nil }
    if let type = type as? any CaseIterable.Type { return type.value(named: name) }
    return (type as? any RawRepresentable.Type)?.value(of: name)
  }

  /// The value of a form as a type, which may be optional: what is not found is nothing of it.
  static func value<Value>(_ form: DynamicValue, as type: Value.Type) -> Value? {
    value(form, of: type).flatMap { $0 as? Value }
  }

  /// The name of a case; the text of its raw value where it describes itself otherwise.
  fileprivate static func text(of value: Any) -> String {
    let text = "\(value)"
    let raw = (value as? any RawRepresentable)?.rawValue as? String
    return value is any CaseIterable && text.isName ? text : raw ?? text
  }

  /// The names of the cases of the types that were asked about, for values may come in thousands.
  fileprivate static let known = Mutex<[ObjectIdentifier: [String]?]>([:])
}

extension DynamicValue {
  /// Whether ``read(as:)`` knows the type: one that is `Decodable`, or has enumerations by their names.
  static func canBeRead(as type: Any.Type) -> Bool {
    type is any Decodable.Type || NamedCases.cover(type)
  }

  /// The value as a Swift type, which may have enumerations that are written by the names of their cases.
  func read<Value>(as type: Value.Type) throws(ViewModelError) -> Value {
    // In two steps: what is not found would be cast to any optional type.
    if let found = try found(type), let value = found as? Value { return value }
    throw .mismatch(self, wanted: ValueType(type))
  }

  private func found(_ type: Any.Type) throws(ViewModelError) -> Any? {
    if let found = NamedCases.value(self, of: type) { return found }
    guard let type = type as? any Decodable.Type else { return nil }
    return try decode(as: type)
  }
}

extension CaseIterable {
  /// Whether it is an enumeration that is written by the names of its cases.
  fileprivate static var isNamed: Bool {
    if self is any Codable.Type, self is any RawRepresentable.Type { return false }
    return allCases.first.map { Mirror(reflecting: $0).displayStyle == .enum } == true
  }

  /// The names of the cases; `nil` unless each has a name of its own.
  fileprivate static var names: [String]? {
    let type = ObjectIdentifier(Self.self)
    if let known = NamedCases.known.withLock({ $0[type] }) { return known }
    // Outside of the lock: the description of a case is the user's code.
    let texts = isNamed ? allCases.map(NamedCases.text) : []
    let isComplete = !texts.isEmpty && Set(texts).count == texts.count
    let names = isComplete && texts.allSatisfy(\.isName) ? texts : nil
    NamedCases.known.withLock { $0[type] = .some(names) }
    return names
  }

  /// The case of a name.
  fileprivate static func value(named name: String) -> Any? {
    guard let index = names?.firstIndex(of: name) else { return nil }
    return allCases.dropFirst(index).first
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
