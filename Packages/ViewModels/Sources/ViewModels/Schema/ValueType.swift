/// The type of a member, parameter or value, as far as a tool needs to know it.
public indirect enum ValueType: Sendable, Hashable {
  /// Text, an integer, a floating-point number, and a Boolean.
  case string, int, double, bool
  /// No value: the result of a command that returns nothing.
  case void
  /// Any value: the element type of an empty or mixed array.
  case any
  /// A value of the wrapped type, or `nil`.
  case optional(ValueType)
  /// An array of elements of one type.
  case array(ValueType)
  /// A dictionary from text to values of one type.
  case dictionary(ValueType)
  /// An enumeration, by its Swift name, with the texts of its cases: their names, or the texts as which
  /// they are encoded.
  ///
  /// The enumeration is `CaseIterable`; any other one is ``named(_:)``.
  case choice(String, of: [String])
  /// Another `Codable` type, by its Swift name.
  case named(String)
}

extension ValueType {
  /// Describes a Swift type.
  public init(_ type: Any.Type) {
    switch type {
    case is Void.Type: self = .void
    case is String.Type: self = .string
    case is Int.Type: self = .int
    case is Double.Type: self = .double
    case is Bool.Type: self = .bool
    case let container as any ValueContainer.Type: self = container.valueType
    default:
      self = NamedCases.texts(of: type).map { .choice("\(type)", of: $0) } ?? .named("\(type)")
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type in Swift syntax, such as `[String]?`.
  public var description: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .void: "Void"
    case .any: "Any"
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let value): "[String: \(value)]"
    case .choice(let name, _), .named(let name): name
    }
  }
}
