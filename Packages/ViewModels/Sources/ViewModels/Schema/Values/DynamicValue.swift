/// A value whose type is known only while the program runs.
///
/// It carries what a person types, and what a member holds, across the border between a schema and
/// a tool. Any `Codable` type converts to and from it; see ``init(encoding:)`` and ``decode(as:)``.
///
/// ```swift
/// let phone: DynamicValue = "186"
/// let text = try phone.decode(as: String.self)
/// ```
/// Two values are equal when nobody could tell them apart: NaN equals NaN, and 0.0 equals -0.0.
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
  /// Whether two values are the same; of numbers that are none, too, so that one that is written again is no change.
  public static func == (left: DynamicValue, right: DynamicValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the value, every NaN alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? .nan : value)
    case .string(let value): hasher.combine(value)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }

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
