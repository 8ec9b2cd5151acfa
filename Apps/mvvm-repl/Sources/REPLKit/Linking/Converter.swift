import ViewModels

/// What a binding makes of a value on its way: `bind form.phone -> other.name via uppercase`.
enum Converter: String, CaseIterable {
  case uppercase, lowercase, trimmed, count, isEmpty, not, negated, text, number

  /// What it does, for `:help bind`.
  var explanation: String {
    switch self {
    case .uppercase: "the text in capitals"
    case .lowercase: "the text in small letters"
    case .trimmed: "the text without space at its ends"
    case .count: "how many elements or characters there are"
    case .isEmpty: "whether there are none"
    case .not: "the opposite of a truth value; both ways"
    case .negated: "the number with the other sign; both ways"
    case .text: "any value as a text; with <-> numbers only"
    case .number: "the number that a text says; both ways"
    }
  }

  /// The value that goes on; `nil` when the converter makes nothing of it.
  func convert(_ value: DynamicValue) -> DynamicValue? {
    switch (self, value) {
    case (.uppercase, .string(let text)): .string(text.uppercased())
    case (.lowercase, .string(let text)): .string(text.lowercased())
    case (.trimmed, .string(let text)): .string(text.trimmed)
    case (.count, _): ValueMembers.property("count", of: value)
    case (.isEmpty, _): ValueMembers.property("isEmpty", of: value)
    case (.not, .bool(let value)): .bool(!value)
    case (.negated, .int), (.negated, .double): try? Operators.unary("-", value).get()
    case (.text, .string): value
    case (.text, .null): ""
    case (.text, _): .string("\(value)")
    case (.number, .string(let text)):
      Int(text.trimmed).map { .int($0) } ?? Double(text.trimmed).map { .double($0) }
    case (.number, .int), (.number, .double): value
    default: nil
    }
  }

  /// What leads back, for `<->`; `nil` when nothing does.
  var inverse: Converter? {
    switch self {
    case .not: .not
    case .negated: .negated
    case .text: .number
    case .number: .text
    case .uppercase, .lowercase, .trimmed, .count, .isEmpty: nil
    }
  }
}
