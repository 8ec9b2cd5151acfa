import DisplayWidth
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("登", 2), ("，", 2), ("ｱ", 1),
      ("Ａ", 2),
      ("🙂", 2), ("👩‍👩‍👧", 2), ("🇨🇳", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("→", 1), ("●", 1), ("❯", 1),
      ("한", 2), ("\u{200B}", 0), ("\u{301}", 0), ("\u{7}", 0), ("\n", 0), ("\u{AD}", 1), ("𠀀", 2),
    ] as [(Character, Int)])
  func charactersTakeTheirColumns(character: Character, columns: Int) {
    #expect(character.displayWidth == columns)
  }

  @Test func textsAddUp() {
    #expect("手机号：186".displayWidth == 11)
    #expect("".displayWidth == 0)
  }
}
