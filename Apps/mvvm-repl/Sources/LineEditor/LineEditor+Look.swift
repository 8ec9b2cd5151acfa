extension LineEditor {
  /// The looks of the editor, as far as they can change while it runs.
  public struct Look: Sendable, Equatable {
    /// The look of each style, or nil for what the configuration says.
    public var theme: Theme?
    /// Cells that a character of ambiguous width takes, 1 or 2; nil for what was found at the start.
    public var ambiguousCells: Int?
    /// Whether the terminal joins wrapped rows when its window becomes wider; nil for what `TERM` and
    /// `XTERM_VERSION` tell.
    public var reflows: Bool?

    /// Describes a look.
    public init(theme: Theme? = nil, ambiguousCells: Int? = nil, reflows: Bool? = nil) {
      self.theme = theme
      self.ambiguousCells = ambiguousCells
      self.reflows = reflows
    }
  }
}
