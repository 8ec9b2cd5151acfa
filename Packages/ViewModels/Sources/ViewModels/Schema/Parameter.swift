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
/// Schemas take the inputs of commands and initializers from it. The main actor guards it.
@MainActor
public struct InputValues: Sendable {
  private let values: [DynamicValue?]
  private let parameters: [Parameter]
  private let name: String
  private let services: Services?

  /// Assigns arguments to parameters as Swift does: in order, by label, leaving out only those with
  /// a default; where there may be services, those of types that nobody can type, too.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/arguments``, which shows the
  ///   call as it should be.
  init(
    _ arguments: [Argument], for parameters: [Parameter], of name: String,
    services: Services? = nil
  ) throws(ViewModelError) {
    var rest = arguments[...]
    var values: [DynamicValue?] = []
    for parameter in parameters {
      if let argument = rest.first, argument.label == parameter.label {
        values.append(argument.value)
        rest.removeFirst()
      } else if parameter.defaultValue != nil
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

  /// The value of a parameter that has no default.
  ///
  /// - Throws: ``ViewModelError`` when the value has another type.
  public func value<Value: Decodable>(
    _ index: Int, as type: Value.Type
  ) throws(ViewModelError) -> Value {
    if let value = values[index] { return try value.decode(as: type) }
    guard let service = try service(type) else { throw Self.misfit(of: name, parameters, services) }
    return service
  }

  /// The value of a parameter, or its default.
  ///
  /// - Throws: ``ViewModelError`` when the value has another type.
  public func value<Value: Decodable>(
    _ index: Int, as type: Value.Type, default: @autoclosure () -> Value
  ) throws(ViewModelError) -> Value {
    if let value = values[index] { return try value.decode(as: type) }
    return try service(type) ?? `default`()
  }

  /// The service of a type that nobody can type.
  ///
  /// - Throws: ``ViewModelError`` when ``Catalog/provide(_:_:)`` was not called for the type.
  @_disfavoredOverload
  public func value<Value>(
    _ index: Int, as type: Value.Type
  ) throws(ViewModelError) -> Value {
    guard values[index] == nil else { throw untypeable(type) }
    guard let service = try service(type) else { throw .missing(type, for: name) }
    return service
  }

  /// The service of a type that nobody can type, or the default.
  ///
  /// - Throws: ``ViewModelError`` when a value was given nevertheless.
  @_disfavoredOverload
  public func value<Value>(
    _ index: Int, as type: Value.Type, default: @autoclosure () -> Value
  ) throws(ViewModelError) -> Value {
    guard values[index] == nil else { throw untypeable(type) }
    return try service(type) ?? `default`()
  }

  private func service<Service>(_ type: Service.Type) throws(ViewModelError) -> Service? {
    do { return try services?.make(type) } catch {
      throw ViewModelError(
        .serviceIsNotMade("\(type)", for: name, reason: "\(error)"), cause: error)
    }
  }

  private func untypeable(_ type: Any.Type) -> ViewModelError {
    ViewModelError(.serviceIsGiven("\(type)"))
  }
}
