import Foundation
public import ViewModels

extension DynamicValue: Codable {
  /// Decodes any JSON-like value; a number without a fraction becomes ``int(_:)``.
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
  /// Text, numbers and Booleans are converted directly; all other values use their own
  /// `encode(to:)`. Numbers that JSON cannot represent (infinity, not-a-number) are kept; one that neither `Int` nor
  /// `Double` can represent exactly, such as a large `UInt64` or a long `Decimal`, becomes text.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` with the code `notEncodable`.
  public init<Value: Encodable>(encoding value: Value) throws(ViewModelError) {
    if let plain = DynamicValue(plain: value) {
      self = plain
      return
    }
    // The elements stay what they are, however many there are.
    if Value.self == [DynamicValue].self, let elements = value as? [DynamicValue] {
      self = .array(elements)
      return
    }
    // An optional one, too; the encoder would take a whole number for an integer.
    if let double = value as? Double {
      self = .double(double)
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

  /// Creates the form of a text, number or Boolean; `nil` for any other value.
  ///
  /// A single `Double` stays a floating-point number, even without a fraction.
  init?<Value>(plain value: Value) {
    // Comparing types first is cheaper than a failing cast.
    if Value.self == String.self, let value = value as? String {
      self = .string(value)
    } else if Value.self == Int.self, let value = value as? Int {
      self = .int(value)
    } else if Value.self == Bool.self, let value = value as? Bool {
      self = .bool(value)
    } else if Value.self == Double.self, let value = value as? Double {
      self = .double(value)
    } else {
      return nil
    }
  }

  /// The text, number or Boolean of the value, which is its own decoded form.
  var plain: Any? {
    switch self {
    case .string(let value): value
    case .int(let value): value
    case .bool(let value): value
    case .double(let value): value
    case .null, .array, .object: nil
    }
  }

  /// Decodes the value as a Swift type.
  ///
  /// An integer is accepted for a `Double` that can represent it exactly, and a fraction for a `Float`, which takes
  /// its nearest value; no other conversion is made. A value encoded by ``init(encoding:)`` is decoded to an equal
  /// one, if its type can decode what it encodes.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` with the code `typeMismatch`, whose message
  ///   names both types.
  public func decode<Value: Decodable>(as type: Value.Type) throws(ViewModelError) -> Value {
    do { return try DynamicDecoder(value: self, codingPath: []).decode(type) } catch {
      throw .mismatch(self, wanted: ValueType(type), cause: error)
    }
  }
}
