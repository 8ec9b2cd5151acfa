/// A measure of the terminal cells that a character takes.
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
  /// The widths of its scalars add up. An emoji sequence is an exception and takes the two cells of one emoji. Such a
  /// sequence has a zero-width joiner, a skin tone or a variation selector, or is a flag of two regional indicators.
  /// After other characters a joiner and a selector take no cell.
  public func of(_ character: Character) -> Int {
    var width = 0
    var widest = 0
    var isSequence = false
    var previous: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: width += 1
      case 0x200D where previous?.isInEmoji == true,
        0x1F3FB...0x1F3FF where previous?.properties.isEmojiModifierBase == true:
        isSequence = true
      case 0xFE0F where previous?.properties.isEmoji == true: return 2
      case 0x1F1E6...0x1F1FF where previous.map { 0x1F1E6...0x1F1FF ~= $0.value } == true:
        return 2
      default:
        let own = of(scalar)
        width += own
        widest = max(widest, own)
      }
      previous = scalar
    }
    return isSequence ? max(1, widest) : width
  }

  /// The width of a text without control characters.
  public func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  private func of(_ scalar: Unicode.Scalar) -> Int {
    if WidthTable.contains(scalar.value, in: WidthTable.wide) { return 2 }
    switch scalar.value {
    // Hangul vowels and final consonants join the wide consonant before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: return 0
    default: break
    }
    switch scalar.properties.generalCategory {
    case .format where scalar.isShownFormat: break
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default: break
    }
    return WidthTable.contains(scalar.value, in: WidthTable.ambiguous) ? ambiguous : 1
  }
}

extension Unicode.Scalar {
  /// Whether a zero-width joiner after the scalar joins emoji.
  fileprivate var isInEmoji: Bool {
    properties.isEmoji || value == 0xFE0F || (0xE0020...0xE007F).contains(value)
  }

  /// Whether the scalar is a format character with a shape of its own: the soft hyphen, and signs around digits
  /// (Unicode's `Prepended_Concatenation_Mark`).
  fileprivate var isShownFormat: Bool {
    switch value {
    case 0xAD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
