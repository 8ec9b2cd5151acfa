import ViewModels

/// A converter of the values that a binding transfers: `bind form.phone -> other.name via uppercased`.
enum Converter: String, CaseIterable {
  case uppercased, lowercased, trimmed, count, isEmpty, not, negated, text, number

  /// The explanation for `:help bind`.
  var explanation: Message {
    switch self {
    case .uppercased: Message("the text in upper case", "字符串变为大写")
    case .lowercased: Message("the text in lower case", "字符串变为小写")
    case .trimmed: Message("the text without spaces at its ends", "去掉字符串两端的空白")
    case .count: Message("how many elements or characters there are", "元素或字符的个数")
    case .isEmpty: Message("whether there are none", "是否为空")
    case .not: Message("the opposite of a truth value; both ways", "真假取反；双向可用")
    case .negated: Message("the number with its sign changed; both ways", "数字取负；双向可用")
    case .text: Message("any value as text; with <-> numbers only", "任何值变为字符串；<-> 只用于数字")
    case .number: Message("the text read as a number; both ways", "字符串所写的数字；双向可用")
    }
  }

  /// Returns the converted value; `nil` if the converter does not accept the value.
  func convert(_ value: DynamicValue) -> DynamicValue? {
    switch (self, value) {
    case (.uppercased, .string(let text)): .string(text.uppercased())
    case (.lowercased, .string(let text)): .string(text.lowercased())
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

  /// The converter of the opposite direction, for `<->`; `nil` if there is none.
  var inverse: Converter? {
    switch self {
    case .not: .not
    case .negated: .negated
    case .text: .number
    case .number: .text
    case .uppercased, .lowercased, .trimmed, .count, .isEmpty: nil
    }
  }
}

extension Converter {
  /// Whether a value of the first type can be converted to the other type; nil stands for an unknown type.
  func leads(from type: ValueType?, to target: ValueType?, bothWays: Bool) -> Bool {
    guard !bothWays || inverse != nil else { return false }
    let isTaken = type.map { type in accepted.contains { $0.takes(type) } } ?? true
    return isTaken && (target.map { results(of: type).contains(where: $0.takes) } ?? true)
  }

  /// The types that the converter accepts.
  private var accepted: [ValueType] {
    switch self {
    case .uppercased, .lowercased, .trimmed: [.string]
    case .count, .isEmpty: [.string, .array(.any), .dictionary(.any)]
    case .not: [.bool]
    case .negated: [.int, .double]
    case .text: [.any]
    case .number: [.string, .double]
    }
  }

  private func results(of type: ValueType?) -> [ValueType] {
    switch self {
    case .uppercased, .lowercased, .trimmed, .text: [.string]
    case .count: [.int]
    case .isEmpty, .not: [.bool]
    case .negated: type.map { [$0] } ?? [.int, .double]
    case .number: type.map { $0 == .string ? [.int, .double] : [$0] } ?? [.int, .double]
    }
  }
}
