import Foundation

extension DynamicValue: Codable {
  /// Decodes whatever JSON-like value is there; a number without a fraction becomes ``int(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([DynamicValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: DynamicValue].self))
    }
  }

  /// Encodes the value as the JSON value of its kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension DynamicValue {
  /// Creates the dynamic form of a `Codable` value.
  ///
  /// Text, numbers and truth values are taken as they are; everything else travels through its own
  /// `encode(to:)`. Numbers that JSON cannot hold (infinity, not-a-number) survive; one that neither `Int` nor
  /// `Double` holds exactly, such as a large `UInt64` or a long `Decimal`, becomes its text.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/notEncodable``.
  public init<Value: Encodable>(encoding value: Value) throws(ViewModelError) {
    // Alone it stays a number with a fraction, whichever its value.
    if let value = value as? Double {
      self = .double(value)
      return
    }
    do { self = try DynamicEncoder.value(of: value) } catch {
      throw ViewModelError(
        .notEncodable,
        "\(Value.self) could not be turned into a value to show: \(error.localizedDescription). "
          + "Check its encode(to:).",
        cause: error)
    }
  }

  /// The value as a Swift type.
  ///
  /// A whole number is accepted where a `Double` is wanted that has it exactly, and a fraction where a `Float` is,
  /// which takes the nearest one; nothing else is converted silently. What ``init(encoding:)`` has made of a value becomes an equal one, if its type decodes what it encodes.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/typeMismatch``, whose message
  ///   names both types.
  public func decode<Value: Decodable>(as type: Value.Type) throws(ViewModelError) -> Value {
    do { return try DynamicDecoder(value: self, codingPath: []).decode(type) } catch {
      throw .mismatch(self, wanted: ValueType(type), cause: error)
    }
  }
}
