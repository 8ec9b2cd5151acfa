/// The type of a member, parameter or value, as far as a tool needs to know it.
public indirect enum ValueType: Sendable, Hashable {
  /// Text, a whole number, a number with a fraction, and a truth value.
  case string, int, double, bool
  /// Nothing: what a command without a result returns.
  case void
  /// Any value: the element type of an empty or mixed array.
  case any
  /// A value of the wrapped type, or `nil`.
  case optional(ValueType)
  /// An array of elements of one type.
  case array(ValueType)
  /// A dictionary from text to values of one type.
  case dictionary(ValueType)
  /// An enumeration, by its Swift name, with what its cases are as text: their names, or the texts as which
  /// they are encoded.
  ///
  /// Of an enumeration that is `CaseIterable`; any other is ``named(_:)``.
  case choice(String, of: [String])
  /// Another `Codable` type, by its Swift name.
  case named(String)
}

extension ValueType {
  /// Describes a Swift type.
  public init<Value>(_ type: Value.Type) {
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

  /// The type that all `values` have in common, or ``any``.
  init(common values: some Sequence<DynamicValue>) {
    let types = Set(values.map(\.type))
    self = types.count == 1 ? types.first ?? .any : .any
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as Swift writes it, such as `[String]?`.
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
