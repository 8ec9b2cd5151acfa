import Foundation

/// The code points that stand for characters of several scalars in libedit's text.
///
/// All of libedit's functions work on single code points. So that they work on characters, an emoji of several scalars
/// or a letter with a combining mark is one code point there: a private one, or one of a script that hardly anybody
/// writes. A text that contains such a code point gets another one for it, too.
struct CharacterUnits {
  private var units: [[UInt8]: wchar_t] = [:]
  private var texts: [wchar_t: String] = [:]

  // The code points that are still free. For words and cases libedit asks what kind of code point it has.
  private var small = Self.cases.flatMap { cases in cases.small.map { ($0, $0 - cases.toCapital) } }
  private var letters = Self.letters.makeIterator()
  private var others = Self.others.makeIterator()

  /// The small letters of Deseret, Old Hungarian and Warang Citi, and their distances from the capitals.
  private static let cases: [(small: ClosedRange<wchar_t>, toCapital: wchar_t)] = [
    (0x10428...0x1044F, 0x28), (0x10CC0...0x10CF2, 0x40), (0x118C0...0x118DF, 0x20),
  ]
  /// The ideographs of extension C.
  private static let letters: ClosedRange<wchar_t> = 0x2A700...0x2B738
  private static let others: ClosedRange<wchar_t> = 0xF0000...0xFFFFD

  private static func isTaken(_ scalar: wchar_t) -> Bool {
    letters.contains(scalar) || others.contains(scalar)
      || cases.contains {
        $0.small.contains(scalar) || $0.small.contains(scalar + $0.toCapital)
      }
  }

  /// Returns libedit's form of a text: one unit for each character, as long as there are free ones.
  mutating func units(of text: String) -> [wchar_t] {
    var result: [wchar_t] = []
    result.reserveCapacity(text.utf8.count)
    for character in text {
      let scalars = character.unicodeScalars
      let first = scalars.first.map { wchar_t($0.value) } ?? 0
      if scalars.dropFirst().isEmpty, !Self.isTaken(first) {
        result.append(first)
      } else if let unit = unit(of: character) {
        result.append(unit)
      } else {
        result += scalars.map { wchar_t($0.value) }
      }
    }
    return result
  }

  /// Returns the text for which units stand.
  func text(of units: some Sequence<wchar_t>) -> String {
    var bytes: [UInt8] = []
    for unit in units {
      if let byte = UInt8(exactly: unit), byte < 0x80 {
        bytes.append(byte)
      } else if unit >= Self.lowest, let text = texts[unit] {
        bytes += text.utf8
      } else {
        let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: unit)) ?? "\u{FFFD}"
        bytes += String(scalar).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the number of UTF-8 bytes for which a unit stands.
  func width(of unit: wchar_t) -> Int {
    if unit >= Self.lowest, let text = texts[unit] { return text.utf8.count }
    return Unicode.UTF8.width(Unicode.Scalar(UInt32(truncatingIfNeeded: unit)) ?? "\u{FFFD}")
  }

  /// The lowest code point that may stand for a character.
  private static let lowest: wchar_t = 0x10400

  private mutating func unit(of character: Character) -> wchar_t? {
    let text = String(character)
    if let unit = units[Array(text.utf8)] { return unit }
    let (lower, upper) = (text.lowercased(), text.uppercased())
    // As bytes: the sign for kelvin equals K, but is not the capital of k.
    func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
    let hasCases =
      lower.count == 1 && upper.count == 1 && lower != upper
      && (isSame(text, lower) || isSame(text, upper))
      && isSame(lower.uppercased(), upper) && isSame(upper.lowercased(), lower)
    if hasCases, let (small, capital) = small.popLast() {
      take(small, for: lower)
      take(capital, for: upper)
    } else if let unit = (character.isWordPart ? letters.next() : nil) ?? others.next() {
      take(unit, for: text)
    }
    return units[Array(text.utf8)]
  }

  private mutating func take(_ unit: wchar_t, for text: String) {
    units[Array(text.utf8)] = unit
    texts[unit] = text
  }
}
