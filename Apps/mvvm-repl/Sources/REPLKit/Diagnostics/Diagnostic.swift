/// A mistake in what was typed, or something that went wrong while it ran.
public struct Diagnostic: Error, Sendable, Hashable {
  /// A stable name for the kind of mistake.
  public let code: Code
  /// The mistake in one sentence without a full stop.
  public let message: Message
  /// Where it is wrong; `nil` when no place in the text is to blame.
  public let span: Span?
  /// The way to mend it.
  public let help: Message?
  /// The text that `span` should be replaced by, when there is one likely correction.
  public let replacement: String?
  /// Whether the text may simply not be finished yet.
  public let isIncomplete: Bool
  /// What a text that is not finished waits for, as far as that is known.
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
  /// The same mistake at another place, perhaps of another kind.
  func moved(to span: Span?, as code: Code? = nil) -> Diagnostic {
    Diagnostic(
      code ?? self.code, message, at: span, help: help,
      replacement: span == nil ? nil : replacement, isIncomplete: isIncomplete)
  }

  /// The mistake as it may be told when it arose from a secret: with `…` for every value in it, and without a
  /// correction that may be one.
  var masked: Diagnostic {
    Diagnostic(code, message.masked, at: span, help: help?.masked, isIncomplete: isIncomplete)
  }

  /// The same mistake with another way to mend it.
  func helping(by help: Message) -> Diagnostic {
    Diagnostic(
      code, message, at: span, help: help, replacement: replacement, isIncomplete: isIncomplete)
  }

  /// The same mistake in a text that is not to be continued.
  var finished: Diagnostic {
    Diagnostic(code, message, at: span, help: help, replacement: replacement)
  }

  /// Whether it came about as something ran, so that `try?` makes `nil` of it: a name that is nothing stays a mistake.
  var isThrown: Bool { code != .cancelled && !tellsNoValue }

  /// Whether it tells only what was typed and never what was computed.
  var tellsNoValue: Bool {
    [.unknownName, .unknownType, .unknownMember, .unknownNumber, .notAValue].contains(code)
  }

  /// The kinds of mistakes.
  ///
  /// The numbers are part of the interface: documentation and translations refer to them.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Something stands where it cannot stand.
    case unexpected = "E001"
    /// A string, bracket or comment is not closed.
    case unterminated = "E002"
    /// A number is malformed or too large.
    case badNumber = "E003"
    /// The text nests deeper than it may.
    case tooDeep = "E004"
    /// No variable has that name.
    case unknownName = "E101"
    /// No view-model type has that name.
    case unknownType = "E102"
    /// No command of the tool has that name.
    case unknownMeta = "E103"
    /// A view-model or value has no such member.
    case unknownMember = "E104"
    /// A constant was assigned.
    case constant = "E105"
    /// Nothing of its kind has that number or name: a watch, a snapshot, a lesson.
    case unknownNumber = "E106"
    /// A value has the wrong type.
    case typeMismatch = "E201"
    /// Something that cannot be set was assigned.
    case readOnly = "E202"
    /// A value is wanted and something else was found.
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
    /// This cannot be done now.
    case notNow = "E305"
    /// An expectation that is not met.
    case expectation = "E401"
    /// An event that was waited for and has not come.
    case timeout = "E402"
    /// The reactive graph found a mistake in a view-model.
    case graph = "E501"
  }

  /// The status of a program that stops at this mistake.
  public var status: Status {
    switch code {
    case .unexpected, .unterminated, .badNumber, .tooDeep: .parseError
    case .expectation, .timeout: .expectationFailed
    default: .runtimeError
    }
  }
}

/// The end of running a piece of text; the raw value is the exit code of a script.
public enum Status: Int32, Sendable, Hashable {
  /// Everything ran.
  case ok = 0
  /// An `expect` was not met.
  case expectationFailed = 1
  /// Something went wrong while it ran.
  case runtimeError = 3
  /// The text is not in the language; nothing ran.
  case parseError = 65
  /// The time of the whole run was up.
  case timeUp = 124
}
