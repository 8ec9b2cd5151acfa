/// An error in typed text, or an error that occurred while it ran.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The kind of the error, as a stable code.
  public let code: Code
  /// The description of the error in one sentence without a full stop.
  public let message: Message
  /// The range of the error; `nil` if no place in the text is wrong.
  public let span: Span?
  /// The advice on how to correct the error.
  public let help: Message?
  /// The replacement for the text at `span`, if there is one likely correction.
  public let replacement: String?
  /// Whether the text may only be incomplete.
  public let isIncomplete: Bool
  /// The missing part of an incomplete text, if it is known.
  let awaited: Message?

  init(
    _ code: Code, _ message: Message, at span: Span?, help: Message? = nil,
    replacement: String? = nil, isIncomplete: Bool = false, awaits awaited: Message? = nil
  ) {
    self.code = code
    self.message = message
    self.span = span
    self.help = help
    self.replacement = replacement
    self.isIncomplete = isIncomplete || awaited != nil
    self.awaited = awaited
  }
}

extension Diagnostic {
  func moved(to span: Span?, as code: Code? = nil) -> Diagnostic {
    Diagnostic(
      code ?? self.code, message, at: span, help: help,
      replacement: span == nil ? nil : replacement, isIncomplete: isIncomplete)
  }

  /// The error as it may be shown if a secret caused it: each value is `…`, and there is no correction.
  var masked: Diagnostic {
    Diagnostic(code, message.masked, at: span, help: help?.masked, isIncomplete: isIncomplete)
  }

  /// Returns the error with other advice.
  func helping(by help: Message) -> Diagnostic {
    Diagnostic(
      code, message, at: span, help: help, replacement: replacement, isIncomplete: isIncomplete)
  }

  /// Returns the error with the number of the job that it has ended.
  func ofJob(_ number: Int) -> Diagnostic {
    Diagnostic(code, .ofJob(number, message), at: span, help: help, replacement: replacement)
  }

  /// The error for a text that cannot be continued.
  var finished: Diagnostic {
    Diagnostic(code, message, at: span, help: help, replacement: replacement)
  }

  /// Whether the error occurred while something ran, so that `try?` returns `nil`; an unknown name stays an error.
  var isThrown: Bool { code != .cancelled && !tellsNoValue }

  /// Whether the error contains only typed text, and never a computed value.
  var tellsNoValue: Bool {
    [.unknownName, .unknownType, .unknownMember, .unknownNumber, .notAValue].contains(code)
  }

  /// The codes of errors.
  ///
  /// The numbers are part of the interface: documentation and translations refer to them.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text contains something at a place where it is not allowed.
    case unexpected = "E001"
    /// A string, bracket or comment is not closed.
    case unterminated = "E002"
    /// A number is malformed or too large.
    case badNumber = "E003"
    /// The text is nested too deeply.
    case tooDeep = "E004"
    /// No variable has that name.
    case unknownName = "E101"
    /// No view-model type has that name.
    case unknownType = "E102"
    /// No tool command has that name.
    case unknownMeta = "E103"
    /// A view-model or value has no such member.
    case unknownMember = "E104"
    /// A constant was assigned.
    case constant = "E105"
    /// No watch, snapshot, lesson or other such thing has that number or name.
    case unknownNumber = "E106"
    /// A value has the wrong type.
    case typeMismatch = "E201"
    /// Something that cannot be set was assigned.
    case readOnly = "E202"
    /// A value is expected, and something else was found.
    case notAValue = "E203"
    /// The arguments of a call do not fit.
    case arguments = "E204"
    /// A calculation has no result.
    case calculation = "E205"
    /// A document cannot be read, or is not the model that was asked for.
    case notDecoded = "E206"
    /// A command is not enabled.
    case disabled = "E301"
    /// A command ended with an error.
    case failed = "E302"
    /// A command was cancelled.
    case cancelled = "E303"
    /// A view-model could not be created.
    case notCreated = "E304"
    /// The operation is not possible in the current state.
    case notNow = "E305"
    /// An expectation was not met.
    case expectation = "E401"
    /// An event or condition did not occur in time.
    case timeout = "E402"
    /// The reactive graph found an error in a view-model.
    case graph = "E501"
  }

  /// The exit status of a program that stops at this error.
  public var status: Status {
    switch code {
    case .unexpected, .unterminated, .badNumber, .tooDeep: .parseError
    case .expectation, .timeout: .expectationFailed
    default: .runtimeError
    }
  }
}

/// The outcome of running a text; the raw value is the exit code of a script.
public enum Status: Int32, Sendable, Hashable {
  /// All statements ran.
  case ok = 0
  /// An `expect` was not met, or a `wait` was not met in time.
  case expectationFailed = 1
  /// An error occurred while the text ran.
  case runtimeError = 3
  /// The text is not valid; nothing ran.
  case parseError = 65
  /// The time limit of the whole run was exceeded.
  case timeUp = 124
}
