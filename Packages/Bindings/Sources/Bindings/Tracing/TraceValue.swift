/// A value in the form in which a ``TraceRecord`` stores it.
///
/// An `Int`, a `Double` and a `Bool` are stored unchanged. All other values, including numbers of other types, are
/// converted to text at once, because storing an object would keep it alive. Strings and texts are shortened to
/// 120 characters, followed by an ellipsis.
public enum TraceValue: Hashable, Sendable {
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A floating-point number.
  case double(Double)
  /// A string or a character.
  case string(String)
  /// The text of any other value, from `String(describing:)`; for a collection, those of its first elements.
  ///
  /// Dictionaries and sets have their elements in the order of the elements, or of the keys: numbers first, then the others
  /// by their texts. Of more than 100 elements, or of more than 4 whose elements or keys are collections, only the number
  /// is shown.
  case text(String)
  /// A value that must not be shown, such as that of a secure node.
  case hidden
}

extension TraceValue: CustomStringConvertible {
  /// The value as text: strings in quotes, hidden values as dots.
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
  /// The largest number of characters of a text: it fits a line of a report, and thousands of texts need little memory.
  private static var limit: Int { 120 }

  /// Converts `value`; a number or `Bool` is stored without conversion to text.
  init<Value>(_ value: Value) {
    // Comparing types first is cheaper than a failing cast.
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
    case let value as Character: self = .string(String(value))
    // A range is not shown as its elements, and listing a lazy collection would compute them.
    case let value as any Collection
    where !(value is any RangeExpression || value is any LazySequenceProtocol):
      self = .text(TraceValue.shortened(TraceValue.summary(of: value)))
    default: self = .text(TraceValue.shortened(String(describing: value)))
    }
  }

  /// The text of the first elements; the text of a long collection would cost more than the change itself.
  private static func summary(of value: some Collection) -> String {
    let hashed = value as? any HashedValue
    let first = hashed?.firstTexts ?? value.prefix(mostShown).map(elementText)
    let rest = value.count > mostShown ? ["… \(value.count) in all"] : []
    let shown = (first + rest).joined(separator: ", ")
    return shown.isEmpty && hashed?.hasKeys == true ? "[:]" : "[\(shown)]"
  }

  /// The most elements of a collection that are shown.
  private static var mostShown: Int { 4 }

  /// Returns the first elements of a dictionary or set with the texts of their keys, in the order of these: numbers first,
  /// then the others by their texts; none if there are too many elements to sort.
  fileprivate static func firstElements<Key, Elements: Collection>(
    of elements: Elements, by key: (Elements.Element) -> Key
  ) -> [(text: String, element: Elements.Element)] {
    var type: Any.Type = Key.self
    while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
    // Sorting more would cost more than the change, and so would sorting each of several collections within each other.
    let isNested = type is any Collection.Type && !(type is any StringProtocol.Type)
    guard elements.count <= (isNested ? mostShown : 100) else { return [] }
    let all = elements.map { element in
      let text = elementText(key(element))
      // Without NaN, which has no place in an order.
      let number = Double.minimum(Double(text) ?? .infinity, .infinity)
      return (number: number, text: text, element: element)
    }
    return all.sorted { ($0.number, $0.text) < ($1.number, $1.text) }.prefix(mostShown)
      .map { ($0.text, $0.element) }
  }

  fileprivate static func elementText(_ element: Any) -> String {
    let value = TraceValue(describing: element)
    // A quote in a string is escaped, because it would look like the end of the string.
    if case .string(let text) = value { return text.debugDescription }
    return "\(value)"
  }

  private static func shortened(_ text: String) -> String {
    // Counting bytes is fast, and a character takes at least one byte.
    guard text.utf8.count > limit,
      let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return text[..<end] + "…"
  }
}

/// A collection in the order of hashing, which differs from run to run.
private protocol HashedValue {
  var hasKeys: Bool { get }
  /// The texts of the elements that are first in order; none if there are too many elements to sort.
  var firstTexts: [String] { get }
}

extension Set: HashedValue {
  fileprivate var hasKeys: Bool { false }
  fileprivate var firstTexts: [String] {
    TraceValue.firstElements(of: self) { $0 }.map(\.text)
  }
}

extension Dictionary: HashedValue {
  fileprivate var hasKeys: Bool { true }
  fileprivate var firstTexts: [String] {
    // Only the values that are shown are described.
    TraceValue.firstElements(of: self) { $0.key }
      .map { "\($0): \(TraceValue.elementText($1.value))" }
  }
}

private protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrapped: Any? { map { $0 as Any } }
}
