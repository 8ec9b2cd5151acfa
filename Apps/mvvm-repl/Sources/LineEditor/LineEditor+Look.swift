extension LineEditor {
  /// The part of the editor's look that can change while the editor runs.
  public struct Look: Sendable, Equatable {
    /// The look of each style; nil uses the theme of the configuration.
    public var theme: Theme?
    /// The cells of a character of ambiguous width, 1 or 2; nil uses the width found at the start.
    public var ambiguousCells: Int?
    /// Whether the terminal rejoins wrapped rows when its window becomes wider; nil decides by `TERM` and
    /// `XTERM_VERSION`.
    public var reflows: Bool?

    /// Describes a look.
    public init(theme: Theme? = nil, ambiguousCells: Int? = nil, reflows: Bool? = nil) {
      self.theme = theme
      self.ambiguousCells = ambiguousCells
      self.reflows = reflows
    }
  }
}
