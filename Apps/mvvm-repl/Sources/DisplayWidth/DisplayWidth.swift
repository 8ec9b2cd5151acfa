extension Character {
  /// How many columns of a terminal the character takes, ambiguous ones counted as one.
  public var displayWidth: Int { CellWidth().of(self) }
}

extension StringProtocol {
  /// How many columns of a terminal the text takes on one line, ambiguous characters counted as one.
  ///
  /// - Complexity: O(*n*).
  public var displayWidth: Int { CellWidth().of(self) }
}
