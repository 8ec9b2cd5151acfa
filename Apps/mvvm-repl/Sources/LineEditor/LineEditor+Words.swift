extension LineEditor {
  /// The texts of the editor itself, in the language of the person.
  ///
  /// ```swift
  /// configuration.words = {
  ///   var words = LineEditor.Words()
  ///   words.search = "recherche : "
  ///   return words
  /// }
  /// ```
  public struct Words: Sendable {
    /// The hint for Ctrl-C on an empty entry.
    public var interrupt = "Ctrl-D leaves."
    /// The hint for Tab without candidates.
    public var noCompletions = "No completions."
    /// The label before the pattern of a history search.
    public var search = "search: "
    /// The message that a search has found nothing.
    public var noMatch = "no match"
    /// The hint below the line while a person is in the panel, in parts; a narrow window leaves out the last parts.
    public var panel = ["Alt-s leaves."]
    /// The hint for an empty script, which stands for the end of a script.
    public var endOfScript = "Tab continues, Esc leaves the script."
    /// The keys that turn the pages of an answer.
    public var pageKeys = "PageUp, PageDown"
    /// The message that a number of rows do not fit.
    public var more: @Sendable (_ count: Int) -> String = { "\($0) more" }
    /// The part of a list that is shown: its first row, its last one and how many there are.
    public var place: @Sendable (_ first: Int, _ last: Int, _ count: Int) -> String = {
      "\($0)-\($1) of \($2)"
    }
    /// The message that a pasted text has more bytes than an entry can have.
    public var pasteTooLong: @Sendable (_ bytes: Int, _ most: Int) -> String = {
      """
      The pasted text has \($0) bytes; an entry can have \($1). Save it to a file and run the file.
      """
    }
    /// The message that the external editor has ended with a status other than 0.
    public var editorFailed: @Sendable (_ status: Int32) -> String = {
      "Editor: it ended with status \($0); the entry is as it was."
    }
    /// The message that the external editor has left something that cannot be an entry.
    public var editorLeftNoText = "What the editor left is not text, or is too long for an entry."
    /// The message that a temporary file for the external editor cannot be written.
    public var fileNotWritten: @Sendable (_ path: String) -> String = {
      "Editor: \($0) cannot be written."
    }
    /// The message about a problem with the history file.
    public var historyTrouble: @Sendable (_ trouble: HistoryTrouble, _ path: String) -> String = {
      $0.text(of: $1)
    }

    /// Creates the English texts.
    public init() {}
  }
}
