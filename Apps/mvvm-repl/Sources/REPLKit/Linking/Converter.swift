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

extension Converter {
  /// Whether a value of the first type becomes one of the other; nil stands for a type that is not
  /// known.
  func leads(from type: ValueType?, to target: ValueType?, bothWays: Bool) -> Bool {
    guard !bothWays || inverse != nil else { return false }
    let isTaken = type.map { type in accepted.contains { $0.takes(type) } } ?? true
    return isTaken && (target.map { results(of: type).contains(where: $0.takes) } ?? true)
  }

  /// The types it can be given.
  private var accepted: [ValueType] {
    switch self {
    case .uppercase, .lowercase, .trimmed: [.string]
    case .count, .isEmpty: [.string, .array(.any), .dictionary(.any)]
    case .not: [.bool]
    case .negated: [.int, .double]
    case .text: [.any]
    case .number: [.string, .double]
    }
  }

  private func results(of type: ValueType?) -> [ValueType] {
    switch self {
    case .uppercase, .lowercase, .trimmed, .text: [.string]
    case .count: [.int]
    case .isEmpty, .not: [.bool]
    case .negated: type.map { [$0] } ?? [.int, .double]
    case .number: type.map { $0 == .string ? [.int, .double] : [$0] } ?? [.int, .double]
    }
  }
}
