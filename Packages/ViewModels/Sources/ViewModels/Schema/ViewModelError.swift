/// An error that explains why an operation failed; nothing has changed then.
///
/// ```swift
/// do { try navigator.open("demo:///photos/x") } catch { print(error.message) }
/// ```
public struct ViewModelError: Error, Sendable {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    // Errors of a schema.

    /// A value had another type than the member or parameter.
    case typeMismatch
    /// The member cannot be set, or has no value, for example because it is a command.
    case readOnly, notReadable
    /// The arguments do not match the parameters.
    case arguments
    /// A value could not be encoded.
    case notEncodable

    // Errors of a navigator.

    /// The screen is already in a tree, this one or another; or the screen or the navigator has ended.
    case inUse, ended
    /// A stack or the tabs would be without screens, or two tabs would have the same name.
    case empty, duplicateTab
    /// The stack in front has no such screen, there is no such tab, there is no way back, or nothing is presented.
    case notInStack, noTab, atRoot, notPresenting
    /// The text is not a URL of this program, or no screen matches the URL or name.
    case badURL, unknownRoute
    /// A parameter is missing or has another type.
    case badParameter
    /// The screen of a route could not be made.
    case notMade

    // Errors of a list.

    /// The section, row, place for a row, or page does not exist; or the item is not in this list.
    case noSection, noRow, noPage, notInList
    /// A cell or section is already in a list, or a cell was given twice.
    case duplicateCell, duplicateSection

    // Errors of prompts.

    /// The prompt, toast or activity does not exist: it was answered, has disappeared, or never existed.
    case gone
    /// The prompt expects another kind of answer.
    case otherAnswer
    /// There is no such button or row; or there is nothing to choose from, or too much.
    case noChoice, badChoices
  }

  /// The errors of a schema as data, so that a tool can word them in its own language.
  ///
  /// The texts are names of members, unless stated otherwise. A derived value follows from other members, and an
  /// output is set only by its view-model.
  public enum Problem: Sendable, Hashable {
    /// A value of another type is expected.
    case mismatch(DynamicValue, wanted: ValueType)
    /// A secret of another type is expected; the given value is not included.
    case secretMismatch(wanted: ValueType)
    case commandIsNotReadable(String)
    case commandIsNotSettable(String)
    case childIsNotSettable(String)
    case typeIsNotSettable(String, ValueType)
    case derivedIsNotSettable(String)
    case outputIsNotSettable(String)
    case constantIsNotSettable(String)
    /// The arguments of a call do not match its parameters.
    case call(String, parameters: String)
    /// An initializer needs a service that the catalog does not provide; `line` is the code that provides it.
    case serviceIsMissing(String, for: String, line: String)
    case serviceIsNotMade(String, for: String, reason: String)
    /// A value was given instead of a service.
    case serviceIsGiven(String)
  }

  /// The existing positions or names, where a missing one was requested, as data.
  public enum Available: Sendable, Hashable {
    /// There is nothing at the requested position; the positions from 0 to `count` - 1 exist, in that section of a list.
    case positions(count: Int, asked: Int, section: Int? = nil)
    /// There is nothing with the requested name; these names exist.
    case names([String], asked: String)
  }

  /// The reason, as a code for programs.
  public let code: Code
  /// A message for people that describes the mistake and how to fix it.
  public let message: String
  /// The problem as data; nil for a message of a view-model.
  public let problem: Problem?
  /// The existing positions or names, if a missing one was requested; otherwise nil.
  public let available: Available?
  /// The underlying error, if there is one.
  public let cause: (any Error)?

  /// Creates an error, which may list the existing alternatives to a missing name or position.
  public init(
    _ code: Code, _ message: String, instead available: Available? = nil, cause: (any Error)? = nil
  ) {
    (self.code, self.message, problem) = (code, message, nil)
    (self.available, self.cause) = (available, cause)
  }

  init(_ problem: Problem, cause: (any Error)? = nil) {
    (code, message, self.problem, self.cause) = (problem.code, problem.message, problem, cause)
    available = nil
  }
}

extension ViewModelError.Problem {
  fileprivate var code: ViewModelError.Code {
    switch self {
    case .mismatch, .secretMismatch: .typeMismatch
    case .commandIsNotReadable: .notReadable
    case .commandIsNotSettable, .childIsNotSettable, .typeIsNotSettable, .derivedIsNotSettable,
      .outputIsNotSettable, .constantIsNotSettable:
      .readOnly
    case .call, .serviceIsMissing, .serviceIsNotMade, .serviceIsGiven: .arguments
    }
  }

  fileprivate var message: String {
    switch self {
    case .mismatch(.null, let wanted): "\(wanted) is expected here, not nil."
    case .mismatch(let value, let wanted):
      "\(wanted) is expected here; \(value) is \(value.type.withArticle)."
        + (wanted.advice(against: value).map { " Write \($0)." } ?? "")
    case .secretMismatch(let wanted): "\(wanted) is expected here; the secret is of another type."
    case .commandIsNotReadable(let name):
      "\(name) is a command and has no value. Write \(name)() to execute it."
    case .commandIsNotSettable(let name):
      "\(name) is a command. Write \(name)() to execute it."
    case .childIsNotSettable(let name):
      "\(name) is a view-model of its own. Set its members instead."
    case .typeIsNotSettable(let name, let type):
      "\(type) cannot be written here, so \(name) cannot be set by name. "
        + "Declare it as Codable, or an enumeration as CaseIterable."
    case .derivedIsNotSettable(let name):
      "\(name) is derived from other members and cannot be set. Set those instead."
    case .outputIsNotSettable(let name):
      "Only its view-model sets \(name): run one of its commands that does."
    case .constantIsNotSettable(let name):
      "\(name) is a constant and never changes. Create another view-model, or make it a var."
    case .call(let name, let parameters): "\(name) is called as \(name)(\(parameters))."
    case .serviceIsMissing(let service, let owner, let line):
      "\(owner) needs \(service), which cannot be written here. Provide it: \(line)"
    case .serviceIsNotMade(let service, let owner, let reason):
      "\(service), which \(owner) needs, was not made: \(reason)"
    case .serviceIsGiven(let service): "A \(service) cannot be written here. Leave it out."
    }
  }
}

extension ViewModelError {
  static func mismatch(_ value: DynamicValue, wanted: ValueType, cause: (any Error)? = nil) -> Self
  {
    ViewModelError(.mismatch(value, wanted: wanted), cause: cause)
  }

  /// The error without the rejected value and without the underlying error, which may contain it.
  var withoutSecret: Self {
    if code == .notEncodable {
      return ViewModelError(
        .notEncodable,
        "A secure value could not be turned into a value to show. Check its encode(to:).")
    }
    guard case .mismatch(_, let wanted)? = problem else { return self }
    return ViewModelError(.secretMismatch(wanted: wanted))
  }
}

extension ValueType {
  /// A suggestion, in English, of what to write instead of a value of another type; nil if there is none.
  fileprivate func advice(against value: DynamicValue) -> String? {
    switch (self, value) {
    case (.string, .int), (.string, .double), (.string, .bool): "\"\(value)\""
    case (.int, .string(let text)): Int(text).map { "\($0) without quotes" }
    case (.double, .string(let text)):
      (Int(text).map { "\($0)" } ?? Double(text).flatMap { $0.isFinite ? "\($0)" : nil })
        .map { "\($0) without quotes" }
    case (.bool, _): "true or false"
    case (.int, .double): "a number without a fraction"
    case (.choice(_, let cases), _): cases.map { ".\($0)" }.joined(separator: " or ")
    case (.named("Date"), _): "\"2026-01-02\" or \"2026-01-02T10:00:00Z\""
    case (.optional(let wrapped), _): wrapped.advice(against: value)
    default: nil
    }
  }

  fileprivate var withArticle: String {
    self == .int || self == .any ? "an \(self)" : "a \(self)"
  }
}

extension ViewModelError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
