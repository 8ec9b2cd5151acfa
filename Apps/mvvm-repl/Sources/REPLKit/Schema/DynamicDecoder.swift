import Foundation
import ViewModels

/// A decoder that makes a `Decodable` value from its dynamic form; the inverse of ``DynamicEncoder``.
///
/// A number is accepted by types that can represent it exactly. An integer is also accepted by floating-point types
/// that can, and a fraction by `Float`, which takes its nearest value; no other conversion is made.
struct DynamicDecoder: Decoder, SingleValueDecodingContainer {
  let value: DynamicValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw misfit("an object") }
    return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw misfit("an array") }
    return Elements(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let simple = try simple(type) else { return try Value(from: self) }
    guard let value = simple as? Value else { throw misfit("\(type)") }
    return value
  }

  // The default implementations of these two throw, here and in the containers.
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  fileprivate func misfit(_ wanted: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(wanted) is expected here"))
  }
}

extension DynamicDecoder {
  /// Decodes types whose dynamic form differs from their own `init(from:)`; `nil` for any other type.
  private func simple(_ type: any Decodable.Type) throws -> Any? {
    switch type {
    case is DynamicValue.Type: return value
    case is String.Type: return try text
    case is Bool.Type:
      guard case .bool(let value) = value else { throw misfit("Bool") }
      return value
    case let type as any (FixedWidthInteger & Encodable).Type: return try integer(type)
    case is Double.Type: return try number
    case is Float.Type: return try float
    case is Decimal.Type: return try decimal
    case is URL.Type:
      guard let url = URL(string: try text) else { throw misfit("URL") }
      return url
    case is Date.Type:
      guard case .string(let text) = value else { return nil }
      guard let date = Date(written: text) else { throw misfit("Date") }
      return date
    case is Data.Type:
      guard let data = Data(base64Encoded: try text) else { throw misfit("Base64") }
      return data
    default: return NamedCases.value(value, of: type)
    }
  }

  private var text: String {
    get throws {
      guard case .string(let text) = value else { throw misfit("text") }
      return text
    }
  }

  private var number: Double {
    get throws {
      switch value {
      case .int(let number):
        if let exact = Double(exactly: number) { return exact }
        throw misfit("Double")
      case .double(let number): return number
      default: throw misfit("a number")
      }
    }
  }

  private var float: Float {
    get throws {
      let number = try number
      // Parsed from the text, because the nearest `Float` to the `Double` may be a different number.
      guard let float = Float("\(number)"), float.isFinite == number.isFinite,
        number != number.rounded() || Double(float) == number || isForm(of: float)
      else { throw misfit("Float") }
      return float
    }
  }

  private func integer<Integer: FixedWidthInteger & Encodable>(
    _ type: Integer.Type
  ) throws -> Integer {
    switch value {
    case .int(let number):
      if let exact = Integer(exactly: number) { return exact }
    case .string(let text):
      if let number = Integer(text), isForm(of: number) { return number }
    default: break
    }
    throw misfit("\(type)")
  }

  private var decimal: Decimal {
    get throws {
      switch value {
      case .int(let number): return Decimal(number)
      case .double(let number):
        if number.isNaN { return .nan }
        if let decimal = Decimal(string: "\(number)") { return decimal }
      case .string(let text):
        if let decimal = Decimal(string: text), isForm(of: decimal) { return decimal }
      default: break
      }
      throw misfit("Decimal")
    }
  }

  /// Whether the text is the dynamic form of a number that no other kind of dynamic value can represent.
  private func isForm(of number: some Encodable) -> Bool {
    (try? DynamicEncoder.value(of: number)) == value
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: DynamicValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func decoder(for key: any CodingKey) throws -> DynamicDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(
          key, .init(codingPath: codingPath, debugDescription: "'\(key.stringValue)' is missing"))
      }
      return DynamicDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(for: key).decode(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
      try decoder(for: key).decode(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
      try decoder(for: key).decode(type)
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(for: key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(for: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      try decoder(for: DynamicKey(stringValue: "super"))
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let elements: [DynamicValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Decodes the next element with `make`; if that throws, the element stays the next one.
    private mutating func next<Value>(_ make: (DynamicDecoder) throws -> Value) throws -> Value {
      let path = codingPath + [DynamicKey(intValue: currentIndex)]
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          Value.self, .init(codingPath: path, debugDescription: "there are no more elements"))
      }
      let value = try make(DynamicDecoder(value: elements[currentIndex], codingPath: path))
      currentIndex += 1
      return value
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next { try $0.decode(type) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
      try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }
}
