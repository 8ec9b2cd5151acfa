/// A value as a ``TraceRecord`` keeps it.
///
/// An `Int`, a `Double` and a boolean are kept as they are; all else, numbers of other types as well, is turned into
/// text at once, because to keep an object would keep it alive. Of strings and texts of more than 120 characters the
/// first 120 are kept, and an ellipsis.
public enum TraceValue: Hashable, Sendable {
  /// A truth value.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A floating-point number.
  case double(Double)
  /// A string.
  case string(String)
  /// The text of any other value, by `String(describing:)`; of a collection its first elements.
  case text(String)
  /// The value of a node that is secure.
  case hidden
}

extension TraceValue: CustomStringConvertible {
  /// The value as a reader expects it: strings in quotes, hidden ones as dots.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .text(let value): value
    case .hidden: "•••"
    }
  }
}

extension TraceValue {
  /// The most characters of a text: a line of a report, and little enough to keep by the thousand.
  private static var limit: Int { 120 }

  /// Takes down `value`, without its text where that can wait.
  init<Value>(_ value: Value) {
    // Comparing types first is cheaper than a cast that fails.
    if Value.self == Int.self, let value = value as? Int {
      self = .int(value)
    } else if Value.self == String.self, let value = value as? String {
      self = .string(TraceValue.shortened(value))
    } else if Value.self == Bool.self, let value = value as? Bool {
      self = .bool(value)
    } else if Value.self == Double.self, let value = value as? Double {
      self = .double(value)
    } else {
      self.init(describing: value)
    }
  }

  private init(describing value: Any) {
    switch value {
    case let value as Int: self = .int(value)
    case let value as String: self = .string(TraceValue.shortened(value))
    case let value as Bool: self = .bool(value)
    case let value as Double: self = .double(value)
    case let value as any OptionalValue:
      if let wrapped = value.wrapped {
        self.init(describing: wrapped)
      } else {
        self = .text("nil")
      }
    case let value as any StringProtocol:
      self = .string(TraceValue.shortened(String(value)))
    // A range is no list of its elements, and a lazy collection would compute them.
    case let value as any Collection
    where !(value is any RangeExpression || value is any LazySequenceProtocol):
      self = .text(TraceValue.shortened(TraceValue.summary(of: value)))
    default: self = .text(TraceValue.shortened(String(describing: value)))
    }
  }

  /// The first elements: the text of a long collection would cost more than the change itself.
  private static func summary(of value: some Collection) -> String {
    let first = value.prefix(4)
    guard value.count > first.count else { return String(describing: value) }
    let shown = first.map { "\(TraceValue(describing: $0))" }.joined(separator: ", ")
    return "[\(shown), … \(value.count) in all]"
  }

  private static func shortened(_ text: String) -> String {
    // To count bytes is quick, and a character takes at least one.
    guard text.utf8.count > limit,
      let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return text[..<end] + "…"
  }
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}
