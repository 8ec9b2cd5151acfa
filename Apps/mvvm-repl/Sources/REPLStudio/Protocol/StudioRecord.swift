import REPLKit
public import ViewModels

/// Something that was entered at the prompt, or told.
public struct StudioRecord: Sendable, Hashable, Codable {
  /// Where an entry came from, and with it what follows from it.
  public enum Origin: String, Sendable, Codable {
    /// A browser.
    case browser
    /// The terminal.
    case prompt
    /// A timer: a sleep on the session's clock was over.
    case timer
    /// The network: an answer came, or a failure.
    case network
    /// Something else that came when its entry had ended: a store, say.
    case later

    init(_ wake: Wake) {
      self =
        switch wake {
        case .timer: .timer
        case .network: .network
        }
    }
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

  /// The members of its JSON object, written down here, as most of what a browser costs is spent on records.
  var members: [String: DynamicValue] {
    var members: [String: DynamicValue] = [
      "id": .int(id), "isEntry": .bool(isEntry), "time": .double(time),
      "from": .string(from.rawValue), "text": .string(text),
    ]
    members["cause"] = cause.map { .int($0) }
    members["content"] = content
    return members
  }
}
