/// A parameter of a command or of the creation of a view-model.
public struct Parameter: Sendable, Hashable {
  /// The argument label; `nil` when there is none.
  public let label: String?
  /// The name of the value; the label if there is no better name.
  public let name: String?
  /// The type of the value.
  public let type: ValueType
  /// The default value as Swift source; `nil` for a required argument.
  public let defaultValue: String?
  /// The Swift type, for which a service may be provided; `nil` if only its description is known.
  private(set) var identity: ObjectIdentifier?

  /// Creates a parameter of a Swift type.
  public init<Value>(
    label: String? = nil, name: String? = nil, of type: Value.Type, defaultValue: String? = nil
  ) {
    self.init(label: label, name: name, type: ValueType(type), defaultValue: defaultValue)
    identity = ObjectIdentifier(type)
  }

  /// Creates a parameter of a described type, which ``Catalog/Entry/parameters`` contains even if its service is provided.
  public init(
    label: String? = nil, name: String? = nil, type: ValueType, defaultValue: String? = nil
  ) {
    self.label = label
    self.name = name ?? label
    self.type = type
    self.defaultValue = defaultValue
  }
}

extension Parameter: CustomStringConvertible {
  /// The parameter in the form of a declaration: `label: Type = value`.
  public var description: String {
    (label.map { "\($0): " } ?? "") + "\(type)" + (defaultValue.map { " = \($0)" } ?? "")
  }
}

/// The inputs of one call, in the order of its parameters.
///
/// Schemas take the inputs of commands and initializers from it.
@MainActor
public struct InputValues: Sendable {
  private let read: @MainActor @Sendable (Int, Any.Type) throws(ViewModelError) -> Any?
  private let missing: @MainActor @Sendable (Any.Type) -> ViewModelError

  /// Describes inputs that `read` returns when they are asked for, by index and type.
  ///
  /// `read` returns `nil` for an input that was not given; without a default, `missing` makes the error.
  package init(
    missing: @escaping @MainActor @Sendable (Any.Type) -> ViewModelError,
    _ read: @escaping @MainActor @Sendable (Int, Any.Type) throws(ViewModelError) -> Any?
  ) { (self.read, self.missing) = (read, missing) }

  /// Returns the value of a parameter without a default; for a type that cannot be typed, its service.
  ///
  /// - Throws: ``ViewModelError`` when the value has another type, or ``Catalog/provide(_:_:)`` was not
  ///   called for the type.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(ViewModelError) -> Value {
    if let value = try valueIfPresent(index, as: type) { return value }
    throw missing(type)
  }

  /// Returns the value of a parameter, or its default.
  public func value<Value>(
    _ index: Int, as type: Value.Type, default: @autoclosure () -> Value
  ) throws(ViewModelError) -> Value { try valueIfPresent(index, as: type) ?? `default`() }

  private func valueIfPresent<Value>(
    _ index: Int, as type: Value.Type
  ) throws(ViewModelError) -> Value? {
    // Unwraps in two steps, because `nil` could be cast to any optional type.
    guard let found = try read(index, type) else { return nil }
    guard let value = found as? Value else {
      throw ViewModelError(.typeMismatch, "A value of \(type) is expected here.")
    }
    return value
  }
}
