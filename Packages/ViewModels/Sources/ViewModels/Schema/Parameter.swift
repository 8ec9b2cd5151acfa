/// One value that a command, or the creation of a view-model, takes.
public struct Parameter: Sendable, Hashable {
  /// The argument label; `nil` when there is none.
  public let label: String?
  /// The type of the value.
  public let type: ValueType

  /// Creates a parameter.
  public init(label: String? = nil, type: ValueType) {
    self.label = label
    self.type = type
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

extension Parameter {
  /// Checks that the labels and the number of `arguments` are those of `parameters`.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/arguments``, which shows the
  ///   call as it should be.
  static func check(
    _ arguments: [Argument], against parameters: [Parameter], of name: String
  ) throws(ViewModelError) {
    guard arguments.map(\.label) == parameters.map(\.label) else {
      let call = parameters.map { parameter in
        (parameter.label.map { "\($0): " } ?? "") + "\(parameter.type)"
      }
      throw ViewModelError(
        .arguments, "\(name) is called as \(name)(\(call.joined(separator: ", "))).")
    }
  }
}
