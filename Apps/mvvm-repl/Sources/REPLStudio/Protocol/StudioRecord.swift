public import REPLKit

/// An entry at the prompt, or a piece of output.
public struct StudioRecord: Sendable, Hashable, Codable {
  /// The source of an entry, or of the output that it caused.
  public enum Origin: String, Sendable, Codable {
    /// A browser.
    case browser
    /// The terminal.
    case prompt
    /// A timer: a sleep on the session's clock has ended.
    case timer
    /// The network: a response arrived, or a request failed.
    case network
    /// Another source, such as a store, after the entry had ended.
    case later

    init(_ wake: Wake) {
      self =
        switch wake {
        case .timer: .timer
        case .network: .network
        }
    }
  }

  /// The number in the conversation, counted from 1.
  public let id: Int
  /// Whether this is an entry, not output.
  public let isEntry: Bool
  /// The number of the entry that caused the output; `nil` for an entry, or if the cause is unknown.
  public var cause: Int?
  /// The time in seconds on the session's clock.
  public let time: Double
  /// The source.
  public let from: Origin
  /// The text as in a terminal, without colours; for an entry the typed text, without secrets.
  public let text: String
  /// The record as in the lines of `--json`; `nil` for an entry, and for a very long record.
  public var content: DynamicValue?

  /// The members of the JSON object, without `Encodable`, because records cause most of the cost of a browser.
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
