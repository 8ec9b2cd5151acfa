/// The texts that could be typed at a place.
public struct StudioCompletion: Sendable, Hashable, Codable {
  /// A candidate.
  public struct Item: Sendable, Hashable, Codable {
    /// The text.
    public let text: String
    /// The kind in a word: `var`, `get`, `cmd`, `type`, `verb`, `tool`, `arg`.
    public let kind: String
    /// Its type, value or purpose.
    public let detail: String
  }

  /// The number of the request.
  public let id: Int
  /// Where the part begins that a candidate replaces, a UTF-8 offset.
  public let start: Int
  /// Where that part ends.
  public let end: Int
  /// The candidates, the best first; fifty at most.
  public let items: [Item]
}
