import Foundation
import ViewModels

/// An encoder that turns an `Encodable` value into its dynamic form, with the defaults of Foundation's JSON: a
/// number without a fraction is an integer, a `URL` becomes text, `Data` becomes Base64.
///
/// A number that neither `Int` nor `Double` can represent exactly becomes text.
struct DynamicEncoder: Encoder {
  /// A value under construction; the kind of content that was requested last is used.
  final class Slot {
    var single: DynamicValue?
    var elements: [Slot]?
    var members: [String: Slot]?

    var isEmpty: Bool { single == nil && elements == nil && members == nil }

    var value: DynamicValue {
      single ?? elements.map { .array($0.map(\.value)) }
        ?? .object(
          (members ?? [:]).mapValues(\.value))
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func value<Value: Encodable>(of value: Value) throws -> DynamicValue {
    let slot = Slot()
    try DynamicEncoder(slot: slot, codingPath: []).encode(value)
    guard !slot.isEmpty else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(Value.self) encoded nothing"))
    }
    return slot.value
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if slot.members == nil { slot.members = [:] }
    return KeyedEncodingContainer(Members(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if slot.elements == nil { slot.elements = [] }
    return Elements(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension DynamicEncoder: SingleValueEncodingContainer {
  func encodeNil() { slot.single = .null }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let value as DynamicValue: slot.single = value
    case let value as String: slot.single = .string(value)
    case let value as Bool: slot.single = .bool(value)
    case let value as any FixedWidthInteger: slot.single = Self.number(value)
    case let value as Double: slot.single = Self.number(value)
    // The shortest text that distinguishes the number from its neighbours, as a person writes it.
    case let value as Float: slot.single = Self.number(Double(value.description) ?? Double(value))
    case let value as Decimal: slot.single = Self.number(value)
    case let value as URL: slot.single = .string(value.absoluteString)
    case let value as Data: slot.single = .string(value.base64EncodedString())
    default:
      if let form = NamedCases.form(of: value) {
        slot.single = form
      } else {
        try value.encode(to: self)
      }
    }
  }

  // The default implementations of these two throw, here and in the containers.
  func encode(_ value: Int128) { slot.single = Self.number(value) }
  func encode(_ value: UInt128) { slot.single = Self.number(value) }

  private static func number(_ value: some BinaryInteger) -> DynamicValue {
    Int(exactly: value).map { .int($0) } ?? .string("\(value)")
  }

  private static func number(_ value: Double) -> DynamicValue {
    Int(exactly: value).map { .int($0) } ?? .double(value)
  }

  private static func number(_ value: Decimal) -> DynamicValue {
    if let number = Int("\(value)") { return .int(number) }
    if value.isNaN { return .double(.nan) }
    let number = Double("\(value)")
    guard let number, Decimal(string: "\(number)") == value else { return .string("\(value)") }
    return .double(number)
  }
}

extension DynamicEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]

    /// Returns the encoder for a key: for a new slot, or for the existing one if that `isSame` kind of container.
    private func encoder(
      for key: any CodingKey, after isSame: (Slot) -> Bool = { _ in false }
    ) -> DynamicEncoder {
      let known = slot.members?[key.stringValue]
      let member = known.flatMap { isSame($0) ? $0 : nil } ?? Slot()
      slot.members?[key.stringValue] = member
      return DynamicEncoder(slot: member, codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoder(for: key).encodeNil() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try encoder(for: key).encode(value)
    }

    func encode(_ value: Int128, forKey key: Key) { encoder(for: key).encode(value) }
    func encode(_ value: UInt128, forKey key: Key) { encoder(for: key).encode(value) }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder(for: key) { $0.members != nil }.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder(for: key) { $0.elements != nil }.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(for: DynamicKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    var count: Int { slot.elements?.count ?? 0 }

    private func next() -> DynamicEncoder {
      let key = DynamicKey(intValue: count)
      let element = Slot()
      slot.elements?.append(element)
      return DynamicEncoder(slot: element, codingPath: codingPath + [key])
    }

    func encodeNil() { next().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }
    func encode(_ value: Int128) { next().encode(value) }
    func encode(_ value: UInt128) { next().encode(value) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }
  }
}

/// A key that is not declared by a type: an index, or `super`.
struct DynamicKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
