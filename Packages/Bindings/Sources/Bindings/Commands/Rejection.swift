/// The reason why a command did not start an execution.
public struct Rejection: Error, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable {
    /// The command's condition does not hold.
    case disabled
    /// The command's policy allows no further execution at the moment.
    case busy
  }

  /// The command's name.
  public let command: String
  /// The kind of reason.
  public let code: Code
  /// The names of the false conditions, determined as for ``Command/disabledReasons``; empty when the
  /// command is busy.
  public let falseConditions: [String]

  /// The reasons as text, such as `isPhoneValid is false`.
  public var reasons: [String] {
    code == .busy ? [Self.busy] : falseConditions.map { "\($0) is false" }
  }

  static let busy = "it is executing"

  /// A line of text that names the command and the reasons.
  public var message: String { "\(command) cannot run: \(reasons.joined(separator: ", "))" }

  /// The message.
  public var description: String { message }
}
