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

/// An argument of a command, with its label as written.
public struct Argument: Sendable, Hashable {
  /// The label as written; `nil` without a label.
  public let label: String?
  /// The value.
  public let value: DynamicValue

  /// Creates an argument.
  public init(label: String? = nil, value: DynamicValue) {
    self.label = label
    self.value = value
  }
}

/// The arguments of one call, in the order of its parameters.
///
/// Schemas take the inputs of commands and initializers from it.
@MainActor
public struct InputValues: Sendable {
  private let values: [DynamicValue?]
  private let parameters: [Parameter]
  private let name: String
  private let services: Services?

  /// Assigns arguments to parameters as Swift does, in order and by label; only those for parameters with a default
  /// and, if services are provided, for types that cannot be typed may be missing.
  init(
    _ arguments: [Argument], for parameters: [Parameter], of name: String,
    services: Services? = nil
  ) throws(ViewModelError) {
    var rest = arguments[...]
    var values: [DynamicValue?] = []
    for parameter in parameters {
      let isProvided = services?.cover(parameter) == true
      if let argument = rest.first, argument.label == parameter.label,
        // No argument is typed for a service, so one without a label belongs to another parameter.
        argument.label != nil || !isProvided
      {
        values.append(argument.value)
        rest.removeFirst()
      } else if parameter.defaultValue != nil || isProvided
        || services != nil && parameter.type.mayBeService
      {
        values.append(nil)
      } else {
        throw Self.misfit(of: name, parameters, services)
      }
    }
    guard rest.isEmpty else { throw Self.misfit(of: name, parameters, services) }
    self.values = values
    self.parameters = parameters
    self.name = name
    self.services = services
  }

  private static func misfit(
    of name: String, _ parameters: [Parameter], _ services: Services? = nil
  ) -> ViewModelError {
    let list = parameters.filter { services?.cover($0) != true }.map(\.description)
      .joined(separator: ", ")
    return ViewModelError(.call(name, parameters: list))
  }

  /// Returns the value of a parameter without a default; for a type that cannot be typed, its service.
  ///
  /// - Throws: ``ViewModelError`` when the value has another type, or ``Catalog/provide(_:_:)`` was not
  ///   called for the type.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(ViewModelError) -> Value {
    if let value = try valueIfPresent(index, as: type) { return value }
    throw type is any Decodable.Type
      ? Self.misfit(of: name, parameters, services) : .missing(type, for: name)
  }

  /// Returns the value of a parameter, or its default.
  public func value<Value>(
    _ index: Int, as type: Value.Type, default: @autoclosure () -> Value
  ) throws(ViewModelError) -> Value { try valueIfPresent(index, as: type) ?? `default`() }

  /// Returns the written value, or else the service of the type.
  private func valueIfPresent<Value>(
    _ index: Int, as type: Value.Type
  ) throws(ViewModelError) -> Value? {
    guard let written = values[index] else { return try service(type) }
    guard DynamicValue.canBeRead(as: type) else {
      throw ViewModelError(.serviceIsGiven("\(type)"))
    }
    return try written.read(as: type)
  }

  private func service<Service>(_ type: Service.Type) throws(ViewModelError) -> Service? {
    do { return try services?.make(type) } catch {
      throw ViewModelError(
        .serviceIsNotMade("\(type)", for: name, reason: "\(error)"), cause: error)
    }
  }
}
