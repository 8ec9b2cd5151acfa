/// Why a schema could not do what was asked.
public struct ViewModelError: Error, Sendable {
  /// The reason, for programs.
  public struct Code: Sendable, Hashable {
    private enum Reason { case typeMismatch, readOnly, notReadable, arguments, notEncodable }
    private let reason: Reason

    /// A value had another type than the member or parameter.
    public static let typeMismatch = Code(reason: .typeMismatch)
    /// The member cannot be set.
    public static let readOnly = Code(reason: .readOnly)
    /// The member has no value; it is a command, say.
    public static let notReadable = Code(reason: .notReadable)
    /// The arguments do not fit the parameters.
    public static let arguments = Code(reason: .arguments)
    /// A value could not be encoded.
    public static let notEncodable = Code(reason: .notEncodable)
  }

  /// The reason, for programs.
  public let code: Code
  /// The mistake and how to mend it, for people.
  public let message: String
  /// The error beneath, if there is one.
  public let cause: (any Error)?

  /// Creates an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension ViewModelError {
  static func mismatch(_ value: DynamicValue, wanted: ValueType, cause: (any Error)? = nil) -> Self
  {
    guard value != .null else {
      return ViewModelError(.typeMismatch, "\(wanted) is wanted here, not nil.", cause: cause)
    }
    var message = "\(wanted) is wanted here; \(value) is \(value.type.withArticle)."
    switch (wanted, value) {
    case (.string, .int), (.string, .double), (.string, .bool):
      message += " Write \"\(value)\"."
    case (.int, .string(let text)), (.double, .string(let text)):
      if let number = Double(text) {
        let plain = Int(text).map { "\($0)" } ?? "\(number)"
        message += " Write \(plain) without quotes."
      }
    case (.bool, _): message += " Write true or false."
    case (.int, .double): message += " Write a number without a fraction."
    case (.choice(_, let cases), _):
      message += " Write \(cases.map { ".\($0)" }.joined(separator: " or "))."
    default: break
    }
    return ViewModelError(.typeMismatch, message, cause: cause)
  }
}

extension ValueType {
  /// The type with "a" or "an", for a sentence.
  fileprivate var withArticle: String {
    self == .int || self == .any ? "an \(self)" : "a \(self)"
  }
}

extension ViewModelError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
