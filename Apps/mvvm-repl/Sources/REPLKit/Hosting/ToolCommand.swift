/// A `:word` that a host adds to the tool's own.
///
/// ```swift
/// session.add(
///   ToolCommand("server", "start or stop the server", words: ["start", "stop"]) { argument in
///     try await server.perform(argument)
///     return [.note("server: \(argument)")]
///   })
/// ```
public struct ToolCommand: Sendable {
  /// The word, without its colon.
  public let name: String
  /// What it does, for `:help` and completion.
  public let explanation: String
  /// What may follow it, for completion; not a limit.
  public let words: [String]
  /// Whether it is part of a recording.
  var isRecorded = true
  private var translations: [HelpLanguage: String] = [:]
  let perform: @MainActor @Sendable (String) async throws -> [Record]

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The word, without its colon.
  ///   - explanation: What it does, in a few words.
  ///   - words: What may follow it, for completion.
  ///   - perform: Takes the rest of the line, without white space at its ends, and returns what is
  ///     to be said. What it throws is shown as it describes itself.
  public init(
    _ name: String, _ explanation: String, words: [String] = [],
    perform: @escaping @MainActor @Sendable (String) async throws -> [Record]
  ) {
    self.name = name
    self.explanation = explanation
    self.words = words
    self.perform = perform
  }

  /// The command, left out of recordings.
  public func unrecorded() -> ToolCommand {
    var command = self
    command.isRecorded = false
    return command
  }

  /// The command with what it does in another language than English.
  public func translated(_ language: HelpLanguage, _ explanation: String) -> ToolCommand {
    var command = self
    command.translations[language] = explanation
    return command
  }

  /// What it does, in a language; in English when there is no translation.
  func explanation(in language: HelpLanguage) -> String {
    translations[language] ?? language.text("meta.\(name)", explanation)
  }
}
