extension LineEditor {
  /// The settings of the editor, and the callbacks through which it asks the program that it serves.
  ///
  /// Only the program's name and the prompt are required. The editor calls a closure on its own thread while the person
  /// waits, unless the closure's comment says otherwise. A closure should answer within a millisecond, from a snapshot
  /// of the program's state. All offsets count UTF-8 bytes of the entry.
  public struct Configuration: Sendable {
    /// The program's name, which a line of `~/.editrc` may start with: `mvvm-repl:bind …`.
    public var program: String
    /// The prompt before the first line of an entry, without escape sequences.
    public var prompt: String
    /// The prompt before its other lines.
    public var continuationPrompt = "... "
    /// The file that keeps entries between runs; nil keeps them for this run only.
    public var history: HistoryFile?
    /// The texts of the editor itself, requested at each repaint; in English by default.
    public var words: @Sendable () -> Words = { Words() }
    /// The look of each style.
    public var theme = Theme.standard
    /// The beginning of the first entry, as if it had been typed; empty by default.
    public var draft: Draft?
    /// The completions at the cursor.
    public var complete: @Sendable (_ text: String, _ cursor: Int) -> Completions = { _, _ in .none
    }
    /// Whether Enter runs the entry; when false it starts a new line.
    public var isComplete: @Sendable (_ text: String) -> Bool = { _ in true }
    /// Returns a warning when Ctrl-D is pressed on an empty line; nil ends the input at once.
    ///
    /// The warning is shown below the line. The same key pressed again ends the input.
    public var doubtAboutEnd: @Sendable () -> String? = { nil }
    /// Handles Ctrl-C on an empty line; returns whether the call has ended something.
    public var interruptAtRest: @Sendable () -> Bool = { false }
    /// The styles of the entry's parts; parts left out are plain.
    public var highlight: @Sendable (_ text: String) -> [Highlight] = { _ in [] }
    /// Returns the beginning of a history entry that may be suggested as ghost text; nil rejects an entry that names
    /// something that no longer exists.
    public var suggestion: @Sendable (_ entry: String) -> String? = { $0 }
    /// Lines shown below the entry for the cursor's place, such as the signature of the call.
    ///
    /// They may carry SGR escape sequences; ``Theme/painted(_:_:)`` makes them.
    public var describe: @Sendable (_ text: String, _ cursor: Int) -> [String] = { _, _ in [] }
    /// Answers a question of the person with lines that are shown below the entry until the next key.
    ///
    /// Called on no particular thread. An answer that arrives after the next key is dropped.
    public var answer:
      @Sendable (_ question: Question, _ text: String, _ cursor: Int) async -> [String] = {
        _, _, _ in []
      }

    /// Handles a key while the person is in the panel above the prompt; the next key waits for the reply.
    ///
    /// A key is typed ahead if it was pressed while the previous entry ran: the person had not seen the present panel.
    /// Called on no particular thread. Ctrl-C always leaves the panel, and so does Alt-s pressed twice.
    public var takePanelKey: @Sendable (_ key: PanelKey, _ isTypedAhead: Bool) async -> PanelReply =
      { _, _ in .leaves(hint: nil) }
    /// Reports the name of a pressed key, such as `Tab` or `Alt-h`; reports a run of text once, as an empty name.
    public var pressed: @Sendable (_ key: String) -> Void = { _ in }
    /// The recording of the terminal output; `nil` for no recording.
    public var recording: Recording?
    /// Reports a new window size, so that the program can lay out its lines again.
    public var resized: @Sendable () -> Void = {}

    /// Makes a configuration with a prompt and nothing to complete.
    public init(program: String, prompt: String) {
      (self.program, self.prompt) = (program, prompt)
    }
  }

  /// An entry that is being typed.
  public struct Draft: Sendable, Hashable, Codable {
    /// The text that has been typed.
    public let text: String
    /// The position of the cursor, as a UTF-8 offset.
    public let cursor: Int

    /// Creates a draft; a cursor outside of the text is moved to its end.
    public init(_ text: String, cursor: Int) {
      self.text = text
      self.cursor = (0...text.utf8.count).contains(cursor) ? cursor : text.utf8.count
    }
  }

  /// A question that a person asks by a key about the entry that is being typed.
  public enum Question: Sendable, Hashable {
    /// The documentation of the name at the cursor, requested with Alt-h.
    case documentation
    /// The value of the entry, requested with Alt-e.
    case value
  }

  /// The entry that the person has handed over, or the end of input.
  public enum Entry: Sendable, Equatable {
    /// A whole entry, one line or more, without the last line break.
    case text(String)
    /// The end of input: Ctrl-D on an empty line, or the terminal has disconnected.
    case endOfInput
    /// Tab while a script is typed, or Enter in an empty script; the text typed so far is dropped.
    case passed
    /// Escape, Ctrl-C or Ctrl-D while a script is typed; the text typed so far is dropped.
    case left
  }
}
