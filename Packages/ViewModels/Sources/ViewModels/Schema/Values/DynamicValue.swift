/// A value whose type is known only while the program runs.
///
/// It carries what a person types, and what a member holds, across the border between a schema and
/// a tool. Any `Codable` type converts to and from it; see ``init(encoding:)`` and ``decode(as:)``.
///
/// ```swift
/// let phone: DynamicValue = "186"
/// let text = try phone.decode(as: String.self)
/// ```
public enum DynamicValue: Sendable, Hashable {
  /// No value: `nil`.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction.
  case double(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([DynamicValue])
  /// Values by name; without order.
  case object([String: DynamicValue])
}

extension DynamicValue {
  /// The type of this value as Swift writes it.
  public var type: ValueType {
    switch self {
    case .null: .optional(.any)
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array(let elements): .array(ValueType(common: elements))
    case .object(let members): .dictionary(ValueType(common: members.values))
    }
  }
}

extension DynamicValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates the value that stands for `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: DynamicValue...) { self = .array(elements) }
  /// Creates an object; of two equal keys the later one counts.
  public init(dictionaryLiteral elements: (String, DynamicValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension DynamicValue: CustomStringConvertible {
  /// The value as a Swift literal; members of objects in alphabetical order.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "[:]"
    case .object(let members):
      "["
        + members.sorted { $0.key < $1.key }
        .map { "\($0.key.debugDescription): \($0.value)" }
        .joined(separator: ", ") + "]"
    }
  }
}
