import ViewModels

extension ScreenPicture.Field {
  /// The text of the value for editing; empty for a secret.
  var editedText: String {
    switch value {
    case _ where isSecure: ""
    case .null: ""
    case .string(let text): text
    case let value: "\(value)"
    }
  }

  /// Returns the Swift literal for a typed text; `nil` if the text is not a value of this kind.
  func literal(_ text: String) -> String? {
    if isOptional, text.isEmpty { return "nil" }
    switch kind {
    case .text, .secure: return DynamicValue.string(text).literal
    case .number: return Int(text).map { "\($0)" }
    case .decimal, .scale: return Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case .toggle: return Bool(text).map { "\($0)" }
    case .choice: return choices.contains(text) ? ".\(text)" : nil
    }
  }

  /// Returns the reason why a typed text is not a value of this kind.
  func problem(typing text: String) -> Message {
    switch kind {
    case .number where isNumeral(text): .numberTooLarge
    case .number: .wholeNumberWanted
    case .decimal where isNumeral(text): .decimalTooLarge
    case .decimal, .scale: .numberWanted
    case .choice, .toggle, .text, .secure: .valueWanted
    }
  }

  /// Whether a text that is not a value is a numeral, and therefore too large.
  private func isNumeral(_ text: String) -> Bool {
    kind == .decimal
      ? Double(text).map { $0.isInfinite && text.contains(where: \.isNumber) } ?? false
      : text.wholeMatch(of: /[+-]?[0-9]+/) != nil
  }

  /// Returns the statement that sets a typed text; `nil` if the text is not a value of this kind.
  func statement(typing text: String) -> String? { literal(text).map { statement(scale?.set, $0) } }

  /// Returns the statement that sets a value after a step; it does not end the drag of a scale.
  func statement(stepping text: String) -> String? {
    literal(text).map { statement(scale?.move, $0) }
  }

  /// Returns the value after `count` presses of →; `nil` for a field without steps.
  func stepped(_ count: Int) -> String? {
    switch kind {
    case .toggle:
      return value == .bool(true) ? "false" : "true"
    case .choice:
      guard !choices.isEmpty else { return nil }
      let now = choices.firstIndex(of: editedText)
      let next = now.map { ($0 + count) % choices.count } ?? (count > 0 ? 0 : -1)
      return choices[next < 0 ? next + choices.count : next]
    case .scale:
      guard let scale, let value = value.number else { return nil }
      return scale.value(count, from: value).map { "\($0)" }
    case .text, .secure, .number, .decimal: return nil
    }
  }

  /// Creates a field for a value of a type; `nil` if a field cannot hold values of the type.
  init?(_ label: String, path: String, type: ValueType, value: DynamicValue, isSecure: Bool = false)
  {
    guard let (kind, choices, isOptional) = type.field else { return nil }
    // A toggle, a choice or a scale would show the secret while a person changes it.
    guard !isSecure || kind == .text || kind == .number || kind == .decimal else { return nil }
    self.init(label, path: path, isSecure && kind == .text ? .secure : kind, value: value)
    self.choices = choices
    self.isOptional = isOptional
    self.isSecure = isSecure
    // Each secret has the same number of dots, because its length is secret, too.
    if isSecure { self.value = value == .null || value == .string("") ? .null : .string(Self.dots) }
  }

  static let dots = String(repeating: "•", count: 8)

  /// Returns a literal for display: dots replace the value of a secret field.
  func shown(_ literal: String) -> String {
    isSecure ? "\"\(Self.dots)\"" : literal
  }
}

extension ScreenPicture.Input {
  /// Creates the input for a parameter; `nil` if a field cannot hold values of its type.
  init?(_ parameter: Parameter, isSecure: Bool) {
    guard
      let field = ScreenPicture.Field(
        "", path: "", type: parameter.type, value: .null, isSecure: isSecure)
    else { return nil }
    self.init(
      label: parameter.label, name: parameter.name ?? "\(parameter.type)", kind: field.kind,
      choices: field.choices, isOptional: field.isOptional,
      hasDefault: parameter.defaultValue != nil, isSecure: isSecure)
  }
}

extension ScreenText.Role {
  /// The role of a text in a named colour; a theme gives each role a colour that can be read on its background.
  init(colour name: String) {
    switch name.lowercased() {
    case "red": self = .bad
    case "green": self = .good
    case "blue": self = .link
    case "gray", "grey": self = .quiet
    default: self = .plain
    }
  }

  /// Reads the colour that a member has now; `nil` unless the name of its type ends in `Color` or `Colour`.
  @MainActor
  init?(colourIn member: Member, of viewModel: any ViewModel) {
    guard case .choice(let name, _) = member.type,
      name.hasSuffix("Color") || name.hasSuffix("Colour"),
      case .string(let colour)? = try? member.value(in: viewModel)
    else { return nil }
    self.init(colour: colour)
  }
}

extension ValueType {
  /// The kind of field for the type, its choices, and whether it is optional.
  fileprivate var field: (ScreenPicture.Field.Kind, choices: [String], isOptional: Bool)? {
    switch self {
    case .string: (.text, [], false)
    case .int: (.number, [], false)
    case .double: (.decimal, [], false)
    case .bool: (.toggle, [], false)
    case .choice(_, let cases): (.choice, cases, false)
    case .optional(let wrapped): wrapped.field.map { ($0.0, $0.choices, true) }
    case .void, .any, .array, .dictionary, .named: nil
    }
  }
}
