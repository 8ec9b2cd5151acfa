/// How many cells a character takes on the screen.
struct CellWidth: Sendable, Equatable {
  /// Cells for a character whose width Unicode calls ambiguous.
  var ambiguous = 1

  /// The width of one grapheme cluster: 0, 1 or 2 cells.
  ///
  /// A cluster is as wide as its widest scalar, so that a joined emoji family takes two cells; an
  /// emoji variation selector or a pair of regional indicators makes two.
  func of(_ character: Character) -> Int {
    var width = 0
    var indicators = 0
    for scalar in character.unicodeScalars {
      if scalar.value < 0x7F {
        width = max(width, scalar.value < 0x20 ? 0 : 1)
        continue
      }
      if scalar.value == 0xFE0F, width > 0 { return 2 }
      if (0x1F1E6...0x1F1FF).contains(scalar.value) {
        indicators += 1
        if indicators == 2 { return 2 }
      }
      width = max(width, of(scalar))
    }
    return width
  }

  /// The width of a text without control characters.
  func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  private func of(_ scalar: Unicode.Scalar) -> Int {
    if WidthTable.contains(scalar.value, in: WidthTable.wide) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return WidthTable.contains(scalar.value, in: WidthTable.ambiguous) ? ambiguous : 1
    }
  }
}
