import Testing
@testable import Workshop

@MainActor
@Suite struct TextCheckTests {
  // C17: the rules can be tried.
  @Test func theRulesThatAcceptATextAreNamedAndTheOthersSayWhy() {
    let check = TextCheck()
    #expect(check.accepted.isEmpty && check.refusals.count == 8)
    check.text = "ann@example.org"
    #expect(check.accepted == ["not blank", "minimum length 8", "email"])
    #expect(check.refusals["digits"] == "has something else than digits in it")
    check.text = "18612345678"
    #expect(
      check.accepted == [
        "not blank", "digits", "minimum length 8", "lesson phone of 2016",
        "car lesson phone of 2016",
      ])
  }

  @Test func theReasonsAreChineseInAChineseSession() async {
    let texts = [
      "", " ", "a", "1", "abc", "a@b", "a@b@c", "@b.c", "a@b.c", "a@-.cc", "https://", "1://a",
      "https://a b", "21234567890", "11234567890", "123456789012", "012345678901", "02345678901",
      "1234567", "14812345678",
    ]
    let check = TextCheck(language: .chinese)
    for text in texts {
      check.text = text
      for (rule, reason) in check.refusals {
        #expect(reason.contains { $0 >= "\u{4E00}" }, "\(rule) of \(text): \(reason)")
        #expect(!reason.contains("#"), "\(reason)")
      }
    }
    check.text = "1234567"
    #expect(check.refusals["minimum length 8"] == "有 7 个字符，至少需要 8 个")
    let lines = await said(":lang zh", "let check = TextCheck()", "check.refusals | json")
    #expect(lines.contains { $0.contains("只有空白") }, "\(lines)")
  }
}
