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
}
