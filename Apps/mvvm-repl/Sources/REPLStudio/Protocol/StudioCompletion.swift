/// The completions at a position in a text.
public struct StudioCompletion: Sendable, Hashable, Codable {
  /// A candidate.
  public struct Item: Sendable, Hashable, Codable {
    /// The text.
    public let text: String
    /// The kind of the name: `var`, `get`, `cmd`, `type`, `verb`, `tool`, `arg`, and others.
    public let kind: String
    /// Its type, value or purpose.
    public let detail: String
  }

  /// The number of the request.
  public let id: Int
  /// The UTF-8 offset at which the replaced text begins.
  public let start: Int
  /// The UTF-8 offset at which the replaced text ends.
  public let end: Int
  /// The candidates, the best first; at most fifty.
  public let items: [Item]
}
