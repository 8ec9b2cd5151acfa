extension Unicode.Scalar {
  /// Whether a terminal obeys the character instead of showing it: a control character (C0, DEL, C1), a line or
  /// paragraph separator, or a control of the text direction (Unicode Standard Annex 9).
  ///
  /// U+FFFE and U+FFFF count, too: they are no characters, and no XML document may contain them (XML 1.0, section 2.2),
  /// such as the picture of a graph.
  public var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text in a form that is safe for a terminal: the characters that it would obey become Swift escapes such as
  /// `\u{1B}`, except line breaks and tabs.
  ///
  /// - Complexity: O(*n*).
  public var printable: String { printable { $0 == "\n" || $0 == "\t" } }

  /// The text in the same form on one line, with line breaks and tabs as `\n` and `\t`.
  ///
  /// - Complexity: O(*n*).
  public var printableLine: String { printable { _ in false } }

  private func printable(_ isKept: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isObeyed && !isKept($0) }) else {
      return String(self)
    }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case _ where !scalar.isObeyed || isKept(scalar): text.append(scalar)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\t": text.append(contentsOf: "\\t".unicodeScalars)
      case "\r": text.append(contentsOf: "\\r".unicodeScalars)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      }
    }
    return String(text)
  }
}
