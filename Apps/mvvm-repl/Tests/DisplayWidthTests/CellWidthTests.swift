import Testing

@testable import DisplayWidth

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("手", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("👍", 2),
    ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇨🇳", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("❯", 1), ("→", 1), ("…", 1),
    ("\u{200B}", 0), ("\u{301}", 0), ("𠀀", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("नि", 2),
    ("ก\u{E33}", 2),
  ])
  func widthOfOneCharacter(_ text: String, _ width: Int) {
    #expect(CellWidth().of(text) == width)
  }

  @Test(arguments: [("→", 2), ("…", 2), ("│", 2), ("●", 2), ("❯", 1), ("✓", 1), ("a", 1), ("手", 2)])
  func ambiguousCharactersCanTakeTwoCells(_ text: String, _ width: Int) {
    #expect(CellWidth(ambiguous: 2).of(text) == width)
  }

  @Test(arguments: [WidthTable.wide, WidthTable.ambiguous])
  func tablesAreSortedRanges(_ table: [UInt32]) {
    #expect(table.count.isMultiple(of: 2))
    #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
