/// One value that a command, or the creation of a view-model, takes.
public struct Parameter: Sendable, Hashable {
  /// The argument label; `nil` when there is none.
  public let label: String?
  /// The name of the value; the label, if nothing better is known.
  public let name: String?
  /// The type of the value.
  public let type: ValueType
  /// The value as Swift source when the argument is left out; `nil` when it must be there.
  public let defaultValue: String?

  /// Creates a parameter.
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
  /// The parameter as in a declaration: `label: Type = value`.
  public var description: String {
    (label.map { "\($0): " } ?? "") + "\(type)" + (defaultValue.map { " = \($0)" } ?? "")
  }
}

/// One value handed to a command, with the label that was written.
public struct Argument: Sendable, Hashable {
  /// The label as written; `nil` when there was none.
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

  /// Assigns arguments to parameters as Swift does: in order, by label, leaving out only those with
  /// a default; where there may be services, those of types that nobody can type, too.
  init(
    _ arguments: [Argument], for parameters: [Parameter], of name: String,
    services: Services? = nil
  ) throws(ViewModelError) {
    var rest = arguments[...]
    var values: [DynamicValue?] = []
    for parameter in parameters {
      let isProvided = services?.cover(parameter) == true
      if let argument = rest.first, argument.label == parameter.label,
        // Nobody is asked for a service, so what has no label is meant for another parameter.
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

  /// The value of a parameter that has no default; of a type that nobody can type, its service.
  ///
  /// - Throws: ``ViewModelError`` when the value has another type, or ``Catalog/provide(_:_:)`` was not
  ///   called for the type.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(ViewModelError) -> Value {
    if let value = try valueIfPresent(index, as: type) { return value }
    throw type is any Decodable.Type
      ? Self.misfit(of: name, parameters, services) : .missing(type, for: name)
  }

  /// The value of a parameter, or its default.
  public func value<Value>(
    _ index: Int, as type: Value.Type, default: @autoclosure () -> Value
  ) throws(ViewModelError) -> Value { try valueIfPresent(index, as: type) ?? `default`() }

  /// The value that was written, or else the service of the type.
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
