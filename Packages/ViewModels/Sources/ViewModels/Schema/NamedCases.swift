import Synchronization

/// The text forms of enumerations that do not encode themselves as text: a case is written by its name, also
/// inside optionals, arrays, dictionaries and any other encoded value.
///
/// An enumeration that is `Codable` and has raw values uses its encoding. Any other one that is
/// `CaseIterable` uses the case's name, and one with only `String` raw values uses the raw value.
package enum NamedCases {
  /// Returns the cases of a type as text; `nil` when it is not an enumeration or its cases have another form.
  static func texts(of type: Any.Type) -> [String]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return type.isNamed ? type.names : type.encodedTexts
  }

  /// Whether values of a type, or the contents of a container type, are written by case name although they do
  /// not encode themselves in this way.
  package static func cover(_ type: Any.Type) -> Bool {
    if let type = type as? any ValueContainer.Type { return cover(type.content) }
    if let type = type as? any CaseIterable.Type { return type.names != nil }
    if type is any Codable.Type { return false }
    return (type as? any RawRepresentable.Type)?.hasTexts == true
  }

  /// Returns the case of an enumeration, which may be optional, from its text; `nil` for any other type or text.
  package static func value(_ text: String, of type: Any.Type) -> Any? {
    if let type = type as? any ValueContainer.Type { return value(text, of: type.content) }
    if let type = type as? any CaseIterable.Type, type.names != nil {
      return type.value(named: text)
    }
    return (type as? any RawRepresentable.Type)?.value(of: text)
  }

  /// The name of a case, or its raw text if its description is not a name.
  package static func text(of value: Any) -> String {
    let text = "\(value)"
    let raw = (value as? any RawRepresentable)?.rawValue as? String
    return value is any CaseIterable && text.isName ? text : raw ?? text
  }

  /// A cache of the case names by type, because values may come in thousands.
  fileprivate static let known = Mutex<[ObjectIdentifier: [String]?]>([:])
}

extension CaseIterable {
  /// Whether the type is an enumeration that is written by case name.
  fileprivate static var isNamed: Bool {
    if self is any Codable.Type, self is any RawRepresentable.Type { return false }
    return allCases.first.map { Mirror(reflecting: $0).displayStyle == .enum } == true
  }

  /// The names of the cases; `nil` unless all of them are different.
  fileprivate static var names: [String]? {
    let type = ObjectIdentifier(Self.self)
    if let known = NamedCases.known.withLock({ $0[type] }) { return known }
    // Outside of the lock, because the description of a case is user code.
    let texts = isNamed ? allCases.map(NamedCases.text) : []
    let isComplete = !texts.isEmpty && Set(texts).count == texts.count
    let names = isComplete && texts.allSatisfy(\.isName) ? texts : nil
    NamedCases.known.withLock { $0[type] = .some(names) }
    return names
  }

  /// Returns the case with a name.
  fileprivate static func value(named name: String) -> Any? {
    guard let index = names?.firstIndex(of: name) else { return nil }
    return allCases.dropFirst(index).first
  }

  /// The raw texts as which the cases are encoded; `nil` if the raw values are not texts.
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
  /// Whether the text can be written after a dot.
  fileprivate var isName: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
