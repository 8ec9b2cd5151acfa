/// How many cells of a terminal a character takes.
///
/// ```swift
/// CellWidth().of("手机号 186")  // 10
/// ```
public struct CellWidth: Sendable, Equatable {
  /// Cells for a character whose width Unicode calls ambiguous: 1, or 2 in terminals set up for East
  /// Asian text.
  public var ambiguous: Int

  /// Makes a measure.
  public init(ambiguous: Int = 1) { self.ambiguous = ambiguous }

  /// The width of one grapheme cluster.
  ///
  /// Its scalars stand side by side, but for an emoji sequence, which takes the two cells of one
  /// emoji: joined with a zero-width joiner, given a skin tone, asked for by a variation selector,
  /// or a flag of two regional indicators.
  public func of(_ character: Character) -> Int {
    var width = 0
    var widest = 0
    var isSequence = false
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: width += 1
      case 0x200D,
        0x1F3FB...0x1F3FF where width > 0:
        isSequence = true
      case 0xFE0F where width > 0: return 2
      case 0x1F1E6...0x1F1FF where width > 0: return 2
      default:
        let own = of(scalar)
        width += own
        widest = max(widest, own)
      }
    }
    return isSequence ? max(1, widest) : width
  }

  /// The width of a text without control characters.
  public func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  private func of(_ scalar: Unicode.Scalar) -> Int {
    if WidthTable.contains(scalar.value, in: WidthTable.wide) { return 2 }
    // Vowels and final consonants of Hangul join the wide consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return WidthTable.contains(scalar.value, in: WidthTable.ambiguous) ? ambiguous : 1
    }
  }
}
