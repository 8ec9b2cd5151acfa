extension LineEditor {
  /// The words of the editor itself, in the language of the person.
  ///
  /// ```swift
  /// configuration.words = {
  ///   var words = LineEditor.Words()
  ///   words.search = "recherche :"
  ///   return words
  /// }
  /// ```
  public struct Words: Sendable {
    /// The hint when Ctrl-C is pressed with nothing to drop.
    public var interrupt = "Ctrl-D leaves."
    /// The hint when Tab finds nothing.
    public var noCompletions = "No completions."
    /// The words before the pattern while one searches through the history.
    public var search = "search:"
    /// That a search has found nothing.
    public var noMatch = "no match"
    /// The hint below the line while a person is in the panel, in parts; the last ones are left out where the window is
    /// too narrow.
    public var panel = ["Alt-s leaves."]
    /// The hint behind the end of a script.
    public var endOfScript = "Tab continues, Esc leaves the script."
    /// The keys that turn the pages of an answer.
    public var pageKeys = "PageUp, PageDown"
    /// That so many rows have no room.
    public var more: @Sendable (_ count: Int) -> String = { "\($0) more" }
    /// The part of a list that is shown: its first row, its last one and how many there are.
    public var place: @Sendable (_ first: Int, _ last: Int, _ count: Int) -> String = {
      "\($0)-\($1) of \($2)"
    }
    /// That a pasted text has more bytes than an entry can have.
    public var pasteTooLong: @Sendable (_ bytes: Int, _ most: Int) -> String = {
      """
      The pasted text has \($0) bytes; an entry can have \($1). Save it to a file and run the file.
      """
    }
    /// That the person's own editor has ended with a status other than 0.
    public var editorFailed: @Sendable (_ status: Int32) -> String = {
      "Editor: it ended with status \($0); the entry is as it was."
    }
    /// That the person's own editor has left nothing that an entry can be.
    public var editorLeftNoText = "What the editor left is not text, or is too long for an entry."
    /// That a temporary file for the person's own editor cannot be written.
    public var fileNotWritten: @Sendable (_ path: String) -> String = {
      "Editor: \($0) cannot be written."
    }
    /// That something is wrong with the history file.
    public var historyTrouble: @Sendable (_ trouble: HistoryTrouble, _ path: String) -> String = {
      $0.text(of: $1)
    }

    /// The words in English.
    public init() {}
  }
}
