/// A problem of a JSON document, or a mismatch between the document and a model.
///
/// A problem has a place, the expected value, the value found and a remedy. A missing key, null and a wrong type are
/// different kinds.
///
/// ```swift
/// let decoded = try ModelDecoder(.lossy).decodeReporting([News].self, from: data)
/// for problem in decoded.problems { print(problem) }
/// // 3:19 /2/id: expected an integer, found the string "x7". Send a number without quotes. (dropped)
/// ```
public struct JSONProblem: Error, Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON.
    case syntax
    /// A limit of the decoder was exceeded: nesting or size.
    case limit
    /// The object lacks a key that the model needs.
    case missing
    /// The key exists, but its value is `null`.
    case null
    /// The value exists, but has another JSON type.
    case wrongType
    /// The type is right, but the value is not: a date that does not exist, a number that is too large.
    case invalidValue
    /// The model does not know this enum case.
    case unknown
  }

  /// The decoder's reaction to a problem.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The decode failed.
    case failed
    /// The array element or dictionary entry was left out.
    case dropped
    /// A default or `nil` replaced the value.
    case replaced
    /// The value was converted; the document should be corrected.
    case converted
  }

  /// The kind of problem.
  public var kind: Kind
  /// The place in the document.
  public var pointer: JSONPointer
  /// The place in the text, or in the `description` of a `JSONValue`; `nil` if the problem has no place in it, as for a
  /// pointer that leads nowhere.
  public var position: JSONPosition?
  /// The line of the text around the place, shortened; empty without a place.
  public var snippet: String
  /// The value that the model expects, in words that follow "expected": `an integer`.
  public var expected: String
  /// The value in the document, in words that follow "found": `the string "x7"`.
  public var found: String
  /// The remedy, as one sentence.
  public var remedy: String
  /// The decoder's reaction.
  public var effect: Effect

  /// Makes a problem; decoders fill in the position and the snippet.
  public init(
    _ kind: Kind, at pointer: JSONPointer, expected: String, found: String, remedy: String,
    effect: Effect = .failed, position: JSONPosition? = nil, snippet: String = ""
  ) {
    self.kind = kind
    self.pointer = pointer
    self.expected = expected
    self.found = found
    self.remedy = remedy
    self.effect = effect
    self.position = position
    self.snippet = snippet
  }
}

extension JSONProblem: CustomStringConvertible {
  /// One line with the position, pointer, expected and found values, remedy, and the effect if it was not a failure.
  public var description: String {
    var text = position.map { "\($0) " } ?? ""
    if !pointer.tokens.isEmpty { text += "\(pointer)" } else { text += "the document" }
    text += ": expected \(expected), found \(found). \(remedy)"
    if effect != .failed { text += " (\(effect.rawValue))" }
    return text
  }
}
