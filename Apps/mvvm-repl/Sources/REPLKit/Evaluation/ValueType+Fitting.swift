import ViewModels

extension ValueType {
  /// The type without its optional wrappers.
  var present: ValueType {
    if case .optional(let wrapped) = self { wrapped.present } else { self }
  }

  /// The type of the elements of an array or of the values of a dictionary; any type for other types.
  var element: ValueType {
    switch present {
    case .array(let element), .dictionary(let element): element
    default: .any
    }
  }

  /// The cases of an enumeration of texts, without their dots; empty for other types.
  var cases: [String] { if case .choice(_, let cases) = present { cases } else { [] } }

  /// Whether a value of the other type can be used where this type is expected.
  func takes(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.any, _), (.double, .int): true
    case (.optional(let wrapped), .optional(let other)): wrapped.takes(other)
    case (.optional(let wrapped), _): wrapped.takes(other)
    case (.array(let wanted), .array(let found)): found == .any || wanted.takes(found)
    case (.dictionary(let wanted), .dictionary(let found)): found == .any || wanted.takes(found)
    default: self == other
    }
  }

  /// The case of an enumeration that was probably meant.
  func nearestCase(to value: DynamicValue) -> String? {
    guard case .choice(_, let cases) = self, case .string(let text) = value else { return nil }
    return Suggestion.nearest(to: text, among: cases).map { ".\($0)" }
  }

  /// Whether a variable of this type can hold a value.
  func accepts(_ value: DynamicValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.named, _), (.optional, .null), (.double, .int): true
    case (.optional(let wrapped), _): wrapped.accepts(value)
    case (.choice(_, let cases), .string(let text)): cases.contains(text)
    case (.array(let element), .array(let values)): values.allSatisfy(element.accepts)
    case (.dictionary(let element), .object(let values)): values.values.allSatisfy(element.accepts)
    default: self == value.type
    }
  }
}

extension DynamicValue {
  /// Returns the value with whole numbers converted to `Double` where the type requires it, at any depth.
  func converted(to type: ValueType) -> DynamicValue {
    switch (type, self) {
    case (.double, .int(let number)): .double(Double(number))
    case (.optional(let wrapped), _): converted(to: wrapped)
    case (.array(let element), .array(let elements)):
      .array(elements.map { $0.converted(to: element) })
    case (.dictionary(let element), .object(let members)):
      .object(members.mapValues { $0.converted(to: element) })
    default: self
    }
  }
}

extension [DynamicValue] {
  /// The elements of an array literal; whole numbers become `Double` among numbers with a fraction, as in Swift.
  var withOneKindOfNumber: [DynamicValue] {
    let isMixed =
      contains { $0.type == .double } && allSatisfy { $0 == .null || $0.number != nil }
    return isMixed ? map { $0.converted(to: .double) } : self
  }
}
