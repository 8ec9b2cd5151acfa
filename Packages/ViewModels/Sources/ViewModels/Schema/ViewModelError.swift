/// Why something could not be done; nothing has changed then.
///
/// ```swift
/// do { try navigator.open("demo:///photos/x") } catch { print(error.message) }
/// ```
public struct ViewModelError: Error, Sendable {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    // What a schema refuses.

    /// A value had another type than the member or parameter.
    case typeMismatch
    /// The member cannot be set, or has no value; it is a command, say.
    case readOnly, notReadable
    /// The arguments do not fit the parameters.
    case arguments
    /// A value could not be encoded.
    case notEncodable

    // What a navigator refuses.

    /// The screen is in a tree already, this one or another; or it, or the navigator, has ended.
    case inUse, ended
    /// A stack or the tabs were to be without screens, or two tabs were to have one name.
    case empty, duplicateTab
    /// There is no such screen in the stack in front, no such tab, no way back, nothing presented.
    case notInStack, noTab, atRoot, notPresenting
    /// The text is no URL of this program, or no screen is known by the URL or name.
    case badURL, unknownRoute
    /// A parameter is missing or has another type.
    case badParameter
    /// The screen of a route could not be made.
    case notMade

    // What a list refuses.

    /// There is no such section, row, place for one, or page; or the item is not in this list.
    case noSection, noRow, noPage, notInList
    /// A cell or section was given that a list has already, or a cell twice.
    case duplicateCell, duplicateSection

    // What prompts refuse.

    /// Nothing of the kind is there: it was answered, went away, or never was.
    case gone
    /// The prompt is of a kind that takes another sort of answer.
    case otherAnswer
    /// There is no such button or row; or there is nothing to choose from, or too much.
    case noChoice, badChoices
  }

  /// The refusals of a schema, as data: a tool words them in its own language.
  ///
  /// The texts are names of members, if nothing else is said; what is derived follows from other members, and an
  /// output is set by its view-model alone.
  public enum Problem: Sendable, Hashable {
    /// A value of another type is wanted.
    case mismatch(DynamicValue, wanted: ValueType)
    /// A secret of another type is wanted; the one that was given is not told.
    case secretMismatch(wanted: ValueType)
    case commandIsNotReadable(String)
    case commandIsNotSettable(String)
    case childIsNotSettable(String)
    case typeIsNotSettable(String, ValueType)
    case derivedIsNotSettable(String)
    case outputIsNotSettable(String)
    case commandIsNotBindable(String)
    case childIsNotBindable(String)
    case derivedIsNoTarget(String)
    case derivedBindsOneWay(String)
    case incomparableBindsOneWay(String, ValueType)
    case typesDiffer(String, ValueType, other: String, ValueType)
    /// The arguments of a call do not fit its parameters.
    case call(String, parameters: String)
    /// An initializer needs a service that the catalog does not provide; the line provides it.
    case serviceIsMissing(String, for: String, line: String)
    case serviceIsNotMade(String, for: String, reason: String)
    /// A value was given in the place of a service.
    case serviceIsGiven(String)
  }

  /// The positions or names that there are, in place of one that is not, as data.
  public enum Available: Sendable, Hashable {
    /// Nothing is at a position; there are as many, from 0.
    case positions(count: Int, asked: Int)
    /// Nothing has the name; these have one.
    case names([String], asked: String)
  }

  /// The reason, for programs.
  public let code: Code
  /// The mistake and how to fix it, for people.
  public let message: String
  /// The same as data; nil for what a view-model says in its own words.
  public let problem: Problem?
  /// The positions or names that there are, where one was asked for that is not; else nil.
  public let available: Available?
  /// The error beneath, if there is one.
  public let cause: (any Error)?

  /// Creates an error, which may tell what there is in place of what was asked for.
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
    case .mismatch, .secretMismatch, .incomparableBindsOneWay, .typesDiffer: .typeMismatch
    case .commandIsNotReadable, .commandIsNotBindable, .childIsNotBindable:
      .notReadable
    case .commandIsNotSettable, .childIsNotSettable, .typeIsNotSettable, .derivedIsNotSettable,
      .outputIsNotSettable, .derivedIsNoTarget, .derivedBindsOneWay:
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
    case .commandIsNotBindable(let name):
      "\(name) is a command; only members with a value can be bound."
    case .childIsNotBindable(let name): "\(name) is a view-model of its own; bind its members."
    case .derivedIsNoTarget(let name):
      "\(name) is derived from other members, so nothing can be bound to it."
    case .derivedBindsOneWay(let name):
      "\(name) is derived from other members; bind it one way, with ->."
    case .incomparableBindsOneWay(let name, let type):
      "Values of \(type) cannot be compared, so \(name) can be bound one way only, with ->."
    case .typesDiffer(let name, let type, let other, let otherType):
      "\(name) is \(type), \(other) is \(otherType); both sides need the same type."
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

  /// The error without the value that was refused, and without the error beneath, which may have it.
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
  /// A proposal of what to write in the place of a value of another type, in English; nil when nothing is likely.
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
