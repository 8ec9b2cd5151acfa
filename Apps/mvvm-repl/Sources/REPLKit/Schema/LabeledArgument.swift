public import ViewModels

/// An argument of a command, with its label as written.
public struct LabeledArgument: Sendable, Hashable {
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

extension ExecutableCommand {
  /// Starts the command.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when the arguments do not match. If the command was disabled,
  ///   failed or was cancelled, this is part of the run's outcome.
  public func execute(_ arguments: [LabeledArgument]) throws(ViewModelError) -> CommandRun {
    let inputs = try InputValues(arguments, for: parameters, of: name)
    do throws(ViewModelError) {
      return try execute(inputs).shown(isSecure: isSecure)
    } catch { throw isSecure ? error.withoutSecret : error }
  }
}

extension Catalog.Entry {
  /// Creates a view-model; the call may wait for asynchronous work of the initializer.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when the arguments do not match, or the error of the creation.
  @MainActor
  public func make(_ arguments: [LabeledArgument]) async throws -> any ViewModel {
    try await creation.make(
      InputValues(arguments, for: creation.parameters, of: schema.typeName, services: services))
  }
}

extension InputValues {
  /// Assigns arguments to parameters as Swift does, in order and by label; only those for parameters with a default
  /// and, if services are provided, for types that cannot be typed may be missing.
  fileprivate init(
    _ arguments: [LabeledArgument], for parameters: [Parameter], of name: String,
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
    self.init(missing: {
      $0 is any Decodable.Type
        ? Self.misfit(of: name, parameters, services) : .missing($0, for: name)
    }) { [values] index, type throws(ViewModelError) in
      if let written = values[index] {
        guard DynamicValue.canBeRead(as: type) else {
          let isNeeded = services == nil && parameters[index].defaultValue == nil
          throw ViewModelError(
            isNeeded ? .inputIsNotWritable("\(type)", of: name) : .serviceIsGiven("\(type)"))
        }
        return try written.read(as: type)
      }
      do { if let service = try services?.make(type) { return service } } catch {
        throw ViewModelError(
          .serviceIsNotMade("\(type)", for: name, reason: "\(error)"), cause: error)
      }
      return nil
    }
  }

  private static func misfit(
    of name: String, _ parameters: [Parameter], _ services: Services?
  ) -> ViewModelError {
    let list = parameters.filter { services?.cover($0) != true }.map(\.signature)
      .joined(separator: ", ")
    return ViewModelError(.call(name, parameters: list))
  }
}

extension ValueType {
  /// Whether values of the type cannot be typed, so that a service may be meant.
  fileprivate var mayBeService: Bool {
    switch self {
    case .named: true
    case .optional(let wrapped): wrapped.mayBeService
    case .string, .int, .double, .bool, .void, .any, .array, .dictionary, .choice: false
    }
  }
}

extension ViewModelError {
  /// Makes the error for a missing service, with the line of code that provides it.
  fileprivate static func missing(_ service: Any.Type, for owner: String) -> ViewModelError {
    // Only the metatype of a protocol needs `any` in its spelling.
    let isProtocol = "\(Swift.type(of: service))".hasSuffix(".Protocol")
    let type = isProtocol ? "(any \(service)).self" : "\(service).self"
    return ViewModelError(
      .serviceIsMissing("\(service)", for: owner, line: "catalog.provide(\(type)) { … }"))
  }
}
