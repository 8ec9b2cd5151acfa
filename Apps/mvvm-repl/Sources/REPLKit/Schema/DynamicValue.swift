public import ViewModels

/// A value whose type is known only at run time.
///
/// It transfers the input of a person, and the values of members, between a schema and
/// a tool. Any `Codable` type converts to and from it; see ``init(encoding:)`` and ``decode(as:)``.
///
/// ```swift
/// let phone: DynamicValue = "186"
/// let text = try phone.decode(as: String.self)
/// ```
/// Two values are equal if they cannot be distinguished: NaN equals NaN, and 0.0 equals -0.0.
public enum DynamicValue: Sendable, Hashable {
  /// No value: `nil`.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A floating-point number.
  case double(Double)
  /// Text.
  case string(String)
  /// An array of values.
  case array([DynamicValue])
  /// Values by name, without order.
  case object([String: DynamicValue])
}

extension DynamicValue {
  /// Whether two values are the same; NaN equals NaN, so that writing it again is not a change.
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

  /// Hashes the value; every NaN has the same hash.
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

extension ValueType {
  /// The common type of all `values`, or ``any``.
  init(common values: some Sequence<DynamicValue>) {
    let types = Set(values.map(\.type))
    self = types.count == 1 ? types.first ?? .any : .any
  }
}

extension DynamicValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates the value that stands for `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: DynamicValue...) { self = .array(elements) }
  /// Creates an object; of two equal keys the later one is used.
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
