extension Character {
  /// The number of terminal columns that the character takes; an ambiguous character counts as one.
  public var displayWidth: Int { CellWidth().of(self) }
}

extension StringProtocol {
  /// The number of terminal columns that the text takes on one line; ambiguous characters count as one.
  ///
  /// - Complexity: O(*n*).
  public var displayWidth: Int { CellWidth().of(self) }
}
