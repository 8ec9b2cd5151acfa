/// Why a command did not start an execution.
public struct Rejection: Error, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable {
    /// Its condition does not hold.
    case disabled
    /// Its policy admits no more for now.
    case busy
  }

  /// The command's name.
  public let command: String
  /// The kind of reason.
  public let code: Code
  /// The name of the condition that does not hold, as ``Command/disabledReasons`` finds it; empty when the
  /// command is busy.
  public let falseConditions: [String]

  /// The obstacles, as `isPhoneValid is false`.
  public var reasons: [String] {
    code == .busy ? [Self.busy] : falseConditions.map { "\($0) is false" }
  }

  static let busy = "it is executing"

  /// One line that says why.
  public var message: String { "\(command) cannot run: \(reasons.joined(separator: ", "))" }

  /// The message.
  public var description: String { message }
}
