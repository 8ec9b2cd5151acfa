import Foundation
import Testing

@testable import LineEditor

@Suite struct CharacterUnitsTests {
  @Test(arguments: ["a", "é", "登录", "👩‍👩‍👧e\u{301}", "\u{F0000}\u{10428}", "\u{0}\u{FFFD}😀"])
  func widthsAreThoseOfTheText(text: String) {
    var characters = CharacterUnits()
    let units = characters.units(of: text)
    #expect(units.count == text.count)
    #expect(units.map { characters.width(of: $0) } == text.map { String($0).utf8.count })
    #expect(characters.text(of: units).utf8.elementsEqual(text.utf8))
    // A number that is no code point is read as the replacement character.
    #expect(characters.width(of: 0xD800) == characters.text(of: [0xD800]).utf8.count)
  }

  @Test func lettersGetOtherCodePointsWhenTheirsAreUsedUp() {
    var characters = CharacterUnits()
    let syllables = String(
      String.UnicodeScalarView((0..<5000).compactMap { Unicode.Scalar(UInt32(0xAC00 + $0)) }))
    let text = syllables.decomposedStringWithCanonicalMapping + "\u{2A700}\u{2A701}x"
    let units = characters.units(of: text)
    #expect(units.count == text.count)
    #expect(characters.text(of: units).utf8.elementsEqual(text.utf8))
  }

  /// The sign for kelvin equals K.
  @Test(arguments: ["\u{212A}\u{301}k\u{301}K\u{301}", "K\u{301}\u{212A}\u{301}k\u{301}"])
  func equalLettersStayApart(text: String) throws {
    var characters = CharacterUnits()
    let units = characters.units(of: text)
    #expect(Set(units).count == 3)
    #expect(characters.text(of: units).utf8.elementsEqual(text.utf8))
    // What libedit's functions for cases give.
    let small = try #require(characters.units(of: "k\u{301}").first)
    let capital = try #require(characters.units(of: "K\u{301}").first)
    #expect(small - capital == 0x20)
  }
}
