import Foundation
import ViewModels

/// The texts of values whose type says more than their `DynamicValue`.
extension ValueType {
  /// Whether the values of the type are enum cases, which are written with a dot: `.red`.
  var hasCases: Bool {
    switch present {
    case .choice: true
    case .named: !isDate
    default: false
    }
  }

  /// Whether a text of the type is the name of a case, and not, for example, an address that another type encodes as
  /// text.
  func isCase(_ text: String) -> Bool {
    guard hasCases, let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Whether the type is a date, whose value is the number of seconds since 2001.
  var isDate: Bool { present == .named("Date") }

  /// Returns a date as text; `nil` if the type is not a date.
  func dateText(of value: DynamicValue) -> String? {
    guard isDate, let seconds = value.number else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
  }

  /// Returns a value as filters and files get it: a date as text, any other unchanged.
  func filtered(_ value: DynamicValue) -> DynamicValue {
    dateText(of: value).map { .string($0) } ?? value
  }
}

extension Record.ShownValue {
  func text(in language: HelpLanguage) -> String {
    switch self {
    case .plain(.string(let name), let type) where type.isCase(name): ".\(name)"
    case .plain(let value, let type): type.dateText(of: value) ?? "\(value)"
    case .secret: language.text(.secretValue)
    case .unreadable(let reason): reason.text(in: language)
    }
  }
}
