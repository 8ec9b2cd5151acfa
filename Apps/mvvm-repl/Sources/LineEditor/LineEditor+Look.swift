extension LineEditor {
  /// How the editor looks, as far as it can change while it runs.
  public struct Look: Sendable, Equatable {
    /// How each style looks, or nil for what the configuration says.
    public var theme: Theme?
    /// Cells that a character of ambiguous width takes, 1 or 2; nil for what was found at the start.
    public var ambiguousCells: Int?

    /// Describes a look.
    public init(theme: Theme? = nil, ambiguousCells: Int? = nil) {
      self.theme = theme
      self.ambiguousCells = ambiguousCells
    }
  }
}
