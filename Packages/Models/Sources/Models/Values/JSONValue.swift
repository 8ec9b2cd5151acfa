#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Any JSON value, for use without a model.
///
/// Numbers keep every digit and objects their order.
///
/// ```swift
/// let value: JSONValue = ["city": "北京", "spots": [1, 2.5, nil, true]]
/// value["spots"]?[1]?.double  // 2.5
/// value[at: "/spots/3"] == true
/// print(value.pretty)
/// ```
///
/// Releasing a value recurses once per level. A decoded value has at most 2,000 levels and needs little stack for that;
/// do not nest values much deeper in code.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// Parses UTF-8 JSON.
  ///
  /// - Throws: `ModelError` with the place of the mistake.
  public init(parsing data: Data) throws(ModelError) {
    try self.init(document: PaddedBytes(data))
  }

  /// Parses JSON text.
  public init(parsing text: String) throws(ModelError) {
    try self.init(document: PaddedBytes(text))
  }

  /// Whether the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The Boolean, or `nil` for another type.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, or `nil` for another type.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The number as `Int`, or `nil` if it is not a whole number that fits.
  public var int: Int? { number?.int }
  /// The number as `Double`, or `nil` for another type.
  public var double: Double? { number?.double }
  /// The string, or `nil` for another type.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements, or `nil` if this is not an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, or `nil` if this is not an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a key.
  ///
  /// The result is `nil` if this is not an object or lacks the key. Setting a key on `null` makes an object; setting
  /// `nil` removes the key; setting on any other type does nothing.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      guard var object = isNull ? JSONObject() : object else { return }
      self = .null
      object[key] = newValue
      self = .object(object)
    }
  }

  /// Returns the element at an index, or `nil` if this is not an array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// Returns the value at a pointer, or `nil` if there is none.
  public subscript(at pointer: JSONPointer) -> JSONValue? {
    var value: JSONValue? = self
    for token in pointer.tokens {
      switch value {
      case .object(let object): value = object[token]
      case .array(let array):
        guard let index = JSONPointer.index(token), array.indices.contains(index) else {
          return nil
        }
        value = array[index]
      default: return nil
      }
    }
    return value
  }

  /// Returns this value with a merge patch applied (RFC 7396): members are merged deeply, `null` removes a member, and
  /// anything but an object replaces the old value.
  ///
  /// - Complexity: O(size of both).
  public func merging(_ patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    // The loop replaces recursion, because a parsed value may be deep and threads have small stacks.
    var open = [Merge("", self, changes)]
    while true {
      var merge = open.removeLast()
      guard let (key, value, change) = merge.rest.popFirst() else {
        guard let outer = open.indices.last else { return .object(merge.result) }
        open[outer].result[merge.key] = .object(merge.result)
        continue
      }
      if change == nil { merge.result[key] = value }
      if let change, !change.isNull, change.object == nil { merge.result[key] = change }
      open.append(merge)
      if case .object(let changes)? = change { open.append(Merge(key, value, changes)) }
    }
  }

  /// The unfinished merge of an object.
  private struct Merge {
    /// The key of this object in its parent object.
    let key: String
    /// The members that are not merged yet: first the existing ones in their order, then the new ones.
    var rest: ArraySlice<(key: String, value: JSONValue, change: JSONValue?)>
    var result = JSONObject()

    init(_ key: String, _ value: JSONValue, _ changes: JSONObject) {
      self.key = key
      let present = value.object ?? JSONObject()
      rest = present.map { ($0.key, $0.value, changes[$0.key]) }[...]
      for (key, change) in changes where present[key] == nil { rest.append((key, .null, change)) }
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Makes a number; a literal beyond the range of `Double` becomes `null`.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object; of duplicate keys, the last value stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
