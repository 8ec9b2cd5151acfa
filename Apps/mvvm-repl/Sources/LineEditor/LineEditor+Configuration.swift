extension LineEditor {
  /// The questions and answers between the editor and the program that it serves.
  ///
  /// Only the prompt must be given; every closure is called on the editor's own thread, while the
  /// person waits, and so should answer within a millisecond from a snapshot of the program's
  /// state. All offsets count UTF-8 bytes of the entry.
  public struct Configuration: Sendable {
    /// The program's name, which a line of `~/.editrc` may start with: `mvvm-repl:bind …`.
    public var program: String
    /// The prompt before the first line of an entry, without escape sequences.
    public var prompt: String
    /// The prompt before its other lines.
    public var continuationPrompt = "... "
    /// Where entries are kept between runs, or nil to keep them for this run only.
    public var history: HistoryFile?
    /// The editor's own words, asked for whenever some are painted; in English by default.
    public var words: @Sendable () -> Words = { Words() }
    /// The look of each style.
    public var theme = Theme.standard
    /// Cells taken by a character whose width Unicode calls ambiguous, such as `→`.
    public var ambiguousWidth = AmbiguousWidth.asked
    /// The beginning of the first entry, as if it had been typed; empty by default.
    public var draft: Draft?
    /// The completions at the cursor.
    public var complete: @Sendable (_ text: String, _ cursor: Int) -> Completions = { _, _ in .none
    }
    /// Whether Enter runs the entry; when false it starts a new line.
    public var isComplete: @Sendable (_ text: String) -> Bool = { _ in true }
    /// The objection to leaving when Ctrl-D is pressed on an empty line; nil when there is none.
    ///
    /// It is shown below the line, and the same key pressed again leaves.
    public var doubtAboutEnd: @Sendable () -> String? = { nil }
    /// Called when Ctrl-C is pressed on an empty line; whether that has ended something.
    public var interruptAtRest: @Sendable () -> Bool = { false }
    /// The styles of the entry's parts; parts left out are plain.
    public var highlight: @Sendable (_ text: String) -> [Highlight] = { _ in [] }
    /// The part of an entry of the history that may be suggested as ghost text, from its beginning: nil for one that
    /// names something that no longer exists.
    public var suggestion: @Sendable (_ entry: String) -> String? = { $0 }
    /// Lines shown below the entry for the cursor's place, such as the signature of the call.
    ///
    /// They may carry SGR escape sequences; ``Theme/painted(_:_:)`` makes them.
    public var describe: @Sendable (_ text: String, _ cursor: Int) -> [String] = { _, _ in [] }
    /// Lines shown below the entry until the next key, for a person who has asked something.
    ///
    /// Called on no particular thread; an answer that comes after the next key is dropped.
    public var answer:
      @Sendable (_ question: Question, _ text: String, _ cursor: Int) async -> [String] = {
        _, _, _ in []
      }

    /// Takes a key while a person is in the panel above the prompt; the next one waits for the reply.
    ///
    /// A key is typed ahead if it was pressed while the entry before ran: what the panel shows now was not seen then.
    /// Called on no particular thread. Ctrl-C leaves the panel in any case, and so does Alt-s pressed twice.
    public var takePanelKey: @Sendable (_ key: PanelKey, _ isTypedAhead: Bool) async -> PanelReply =
      { _, _ in .leaves(hint: nil) }
    /// Told the name of a key that was pressed, such as `Tab` or `Alt-h`; empty for text, which is told once for many.
    public var pressed: @Sendable (_ key: String) -> Void = { _ in }
    /// Takes what is shown for a recording; `nil` for none.
    public var recording: Recording?
    /// Told when the window has another size, so that what was laid out for it can be laid out anew.
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
    /// Where the cursor stands, a UTF-8 offset.
    public let cursor: Int

    /// Creates a draft; a cursor outside of the text stands at its end.
    public init(_ text: String, cursor: Int) {
      self.text = text
      self.cursor = (0...text.utf8.count).contains(cursor) ? cursor : text.utf8.count
    }
  }

  /// A question that a person asks by a key about the entry that is being typed.
  public enum Question: Sendable, Hashable {
    /// Alt-h: what is this at the cursor?
    case documentation
    /// Alt-e: what does this come to?
    case value
  }

  /// The width that a terminal gives characters whose width Unicode calls ambiguous.
  ///
  /// Terminals set up for Chinese, Japanese or Korean often give them two cells.
  public enum AmbiguousWidth: Sendable, Hashable {
    /// The terminal is asked when the editor starts; one cell when it does not answer in 60 ms.
    case asked
    /// One cell.
    case narrow
    /// Two cells.
    case wide
  }

  /// The entry that the person has handed over, or the end of input.
  public enum Entry: Sendable, Equatable {
    /// A whole entry, one line or more, without the last line break.
    case text(String)
    /// Ctrl-D on an empty line, or the terminal has gone away.
    case endOfInput
    /// Tab while a script is typed, or Enter behind its end; what was typed of it is dropped.
    case passed
    /// Escape, Ctrl-C or Ctrl-D while a script is typed; what was typed of it is dropped.
    case left
  }
}
