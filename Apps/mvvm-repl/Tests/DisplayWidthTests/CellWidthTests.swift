import Foundation
import Testing

@testable import DisplayWidth

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("手", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("👍", 2),
    ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇨🇳", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("❯", 1), ("→", 1), ("…", 1),
    ("\u{200B}", 0), ("\u{301}", 0), ("𠀀", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("नि", 2),
    ("ก\u{E33}", 2), ("क\u{94D}ष", 2), ("क\u{94D}\u{200D}ष", 2), ("a\u{FE0F}", 1),
    ("1\u{FE0F}\u{20E3}", 2),
    ("a\u{200D}", 1), ("👩🏽\u{200D}💻", 2), ("❤\u{FE0F}\u{200D}🔥", 2), ("\u{AD}", 1), ("\u{601}", 1),
    ("\u{1112}\u{D7B0}\u{D7CB}", 2),
  ])
  func widthOfOneCharacter(_ text: String, _ width: Int) {
    #expect(CellWidth().of(text) == width)
  }

  @Test(arguments: [("→", 2), ("…", 2), ("│", 2), ("●", 2), ("❯", 1), ("✓", 1), ("a", 1), ("手", 2)])
  func ambiguousCharactersCanTakeTwoCells(_ text: String, _ width: Int) {
    #expect(CellWidth(ambiguous: 2).of(text) == width)
  }

  #if canImport(Glibc)
    /// What glibc has otherwise, and why we do not follow it.
    private static func isOtherwise(_ scalar: UInt32, ours: Int, theirs: Int) -> Bool {
      switch scalar {
      // Wide since Unicode 16: symbols of the Yijing and the Taixuanjing, counting rods.
      case 0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D376: ours == 2
      // A sign of Ahom that has had a place of its own since Unicode 16.
      case 0x1171E: ours == 1
      // Numbers in circles on black squares: ambiguous in Unicode, so the setting decides; wide there.
      case 0x3248...0x324F: ours == 1
      // Half a flag: emoji fonts draw its letter as wide as an emoji.
      case 0x1F1E6...0x1F1FF: ours == 2
      default: false
      }
    }

    @Test func everyCharacterIsAsWideAsTheCLibraryHasIt() throws {
      // The overlay does not have it.
      let symbol = unsafe unsafeBitCast(
        dlsym(nil, "wcwidth"), to: (@convention(c) (wchar_t) -> Int32)?.self)
      let wcwidth = try #require(symbol)
      guard let locale = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else {
        Issue.record("There is no locale C.UTF-8.")
        return
      }
      let before = unsafe uselocale(locale)
      defer {
        unsafe uselocale(before)
        unsafe freelocale(locale)
      }
      let cells = CellWidth()
      var others: [String] = []
      for scalar in (UInt32(0x20)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
        // Those that it does not know, and control characters, have no width there.
        let theirs = Int(wcwidth(wchar_t(scalar.value)))
        guard theirs >= 0 else { continue }
        let ours = cells.of(Character(scalar))
        if ours != theirs, !Self.isOtherwise(scalar.value, ours: ours, theirs: theirs) {
          others.append("\(String(scalar.value, radix: 16)): \(ours), \(theirs)")
        }
      }
      #expect(others == [])
    }
  #endif

  @Test(arguments: [WidthTable.wide, WidthTable.ambiguous])
  func tablesAreSortedRanges(_ table: [UInt32]) {
    #expect(table.count.isMultiple(of: 2))
    #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
