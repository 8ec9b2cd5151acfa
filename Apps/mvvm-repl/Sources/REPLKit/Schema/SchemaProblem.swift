import ViewModels

/// The errors of a schema as data.
///
/// The texts are names of members, unless stated otherwise. A derived value follows from other members, and an
/// output is set only by its view-model.
enum SchemaProblem: Sendable, Equatable {
  /// A value of another type is expected.
  case mismatch(DynamicValue, wanted: ValueType)
  /// A secret of another type is expected; the given value is not included.
  case secretMismatch(wanted: ValueType)
  /// The name of a command, and a call of it.
  case commandIsNotReadable(String, call: String)
  case commandIsNotSettable(String, call: String)
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
  /// A value was given instead of a service or a default.
  case serviceIsGiven(String)
  /// A command needs an input of a type that cannot be written.
  case inputIsNotWritable(String, of: String)
}

extension SchemaProblem {
  fileprivate var code: ViewModelError.Code {
    switch self {
    case .mismatch, .secretMismatch: .typeMismatch
    case .commandIsNotReadable: .notReadable
    case .commandIsNotSettable, .childIsNotSettable, .typeIsNotSettable, .derivedIsNotSettable,
      .outputIsNotSettable, .constantIsNotSettable:
      .readOnly
    case .call, .serviceIsMissing, .serviceIsNotMade, .serviceIsGiven,
      .inputIsNotWritable:
      .arguments
    }
  }

  fileprivate var message: String {
    switch self {
    case .mismatch(.null, let wanted): "\(wanted) is expected here, not nil."
    case .mismatch(let value, let wanted):
      "\(wanted) is expected here; \(value) is \(value.type.withArticle)."
        + (wanted.advice(against: value).map { " Write \($0)." } ?? "")
    case .secretMismatch(let wanted): "\(wanted) is expected here; the secret is of another type."
    case .commandIsNotReadable(let name, let call):
      "\(name) is a command and has no value. Write \(call) to execute it."
    case .commandIsNotSettable(let name, let call):
      "\(name) is a command. Write \(call) to execute it."
    case .childIsNotSettable(let name):
      "\(name) is a view-model of its own. Set its members instead."
    case .typeIsNotSettable(let name, let type):
      "\(type) cannot be written here, so \(name) cannot be set by name. "
        + "Give it a type that is Codable, or an enumeration that is CaseIterable."
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
    case .inputIsNotWritable(let type, let name):
      "\(type) cannot be written here, so \(name) cannot be executed by name. "
        + "Give it a type that is Codable, or an enumeration that is CaseIterable."
    }
  }
}

extension ViewModelError {
  init(_ problem: SchemaProblem, cause: (any Error)? = nil) {
    self.init(problem.code, problem.message, problem: problem, cause: cause)
  }

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
    guard case .mismatch(_, let wanted)? = problem as? SchemaProblem else { return self }
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
