import ViewModels

extension ScreenPicture.Field {
  /// The value as a person edits it.
  var editedText: String {
    switch (kind, value) {
    case (.secure, _), (_, .null): ""
    case (_, .string(let text)): text
    case (_, let value): "\(value)"
    }
  }

  /// What a typed text is in Swift; `nil` when it is no value of this kind.
  func literal(_ text: String) -> String? {
    if isOptional, text.isEmpty { return "nil" }
    switch kind {
    case .text, .secure: return DynamicValue.string(text).description
    case .number: return Int(text).map { "\($0)" }
    case .decimal, .slider:
      return Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case .toggle: return Bool(text).map { "\($0)" }
    case .choice: return choices.contains(text) ? ".\(text)" : nil
    }
  }

  /// The statement that sets what was typed; `nil` when it is no value of this kind.
  func statement(typing text: String) -> String? { literal(text).map { "\(path) = \($0)" } }

  /// The value that so many presses of → lead to; `nil` for what is not changed in steps.
  func stepped(_ count: Int) -> String? {
    switch kind {
    case .toggle:
      return value == .bool(true) ? "false" : "true"
    case .choice:
      guard !choices.isEmpty else { return nil }
      let now = choices.firstIndex(of: editedText)
      let next = now.map { ($0 + count) % choices.count } ?? (count > 0 ? 0 : -1)
      return choices[next < 0 ? next + choices.count : next]
    case .slider:
      guard let now = number, step > 0, greatest >= least else { return nil }
      // Counted in steps from the least value, so that fractions do not add up.
      let steps = ((now - least) / step).rounded() + Double(count)
      return "\(min(max(least + steps * step, least), greatest))"
    case .text, .secure, .number, .decimal: return nil
    }
  }

  /// The value as a number.
  var number: Double? {
    switch value {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension ScreenPicture.Field {
  /// A field for a value of a type; `nil` for a type whose values nobody types into a field.
  init?(_ label: String, path: String, type: ValueType, value: DynamicValue, isSecure: Bool = false)
  {
    guard let (kind, choices, isOptional) = type.field else { return nil }
    let isMasked = isSecure && kind == .text
    self.init(label, path: path, isMasked ? .secure : kind, value: value)
    self.choices = choices
    self.isOptional = isOptional
    if isMasked, case .string(let text) = value {
      self.value = .string(String(repeating: "•", count: text.count))
    } else if isSecure {
      self.value = .null
    }
  }
}

extension ScreenPicture.Input {
  /// What is asked for a parameter; `nil` for a type whose values nobody types into a field.
  init?(_ parameter: Parameter) {
    guard let (kind, choices, isOptional) = parameter.type.field else { return nil }
    self.init(
      label: parameter.label, name: parameter.name ?? "\(parameter.type)", kind: kind,
      choices: choices, isOptional: isOptional || parameter.defaultValue != nil)
  }
}

extension ValueType {
  /// How a value of the type is edited.
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
