public import ViewModels

/// Something that was entered at the prompt, or told.
public struct StudioRecord: Sendable, Hashable, Codable {
  /// Where an entry came from, and with it what follows from it.
  public enum Origin: String, Sendable, Codable {
    /// A browser.
    case browser
    /// The terminal.
    case prompt
    /// Something that came later, by a timer, the network or a store.
    case later
  }

  /// The number: 1, 2, 3, … in the conversation.
  public let id: Int
  /// Whether it is an entry, and nothing that was told.
  public let isEntry: Bool
  /// The number of the entry that it follows from; `nil` for an entry, and where none is known.
  public var cause: Int?
  /// The time in seconds on the session's clock.
  public let time: Double
  /// Where it came from.
  public let from: Origin
  /// The text, as a terminal shows it, without colours; of an entry what was typed, without its secrets.
  public let text: String
  /// The record as the lines of `--json` have it; `nil` for an entry, and where it is very long.
  public var content: DynamicValue?
}
