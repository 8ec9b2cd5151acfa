/// One thing that is wrong with a JSON document, or with how it fits a model.
///
/// A problem names its place, what was expected, what was found and how to fix it.
/// Missing, null and of the wrong type are three different kinds.
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
    /// A limit of the decoder was passed: nesting or size.
    case limit
    /// A key that the model needs is not in the object.
    case missing
    /// The key is there and its value is `null`.
    case null
    /// The value is there and of another JSON type.
    case wrongType
    /// The type is right and the value is not: a date that does not exist, a number too large.
    case invalidValue
    /// An enum case that the model does not know.
    case unknown
  }

  /// The decoder's remedy.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The decode failed.
    case failed
    /// The array element or dictionary entry was left out.
    case dropped
    /// A default or `nil` took the value's place.
    case replaced
    /// The value was converted, and the document should be corrected.
    case converted
  }

  /// The kind of problem.
  public var kind: Kind
  /// Where in the document.
  public var pointer: JSONPointer
  /// Where in the text; `nil` when there was no text, as in a decode from a `JSONValue`.
  public var position: JSONPosition?
  /// The line of the text around the place, shortened; empty when there was no text.
  public var snippet: String
  /// The value that the model wanted, as words that follow "expected": `an integer`.
  public var expected: String
  /// The value in the document, as words that follow "found": `the string "x7"`.
  public var found: String
  /// The remedy, as one sentence.
  public var remedy: String
  /// The decoder's remedy.
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
  /// One line: position, pointer, expected, found, remedy, and the effect when it was not a failure.
  public var description: String {
    var text = position.map { "\($0) " } ?? ""
    if !pointer.tokens.isEmpty { text += "\(pointer)" } else { text += "the document" }
    text += ": expected \(expected), found \(found). \(remedy)"
    if effect != .failed { text += " (\(effect.rawValue))" }
    return text
  }
}
