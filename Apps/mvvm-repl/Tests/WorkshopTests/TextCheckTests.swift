import Foundation
import Testing

@testable import Workshop

@MainActor
@Suite struct TextCheckTests {
  // C17: the rules can be tried.
  @Test func theRulesThatAcceptATextAreNamedAndTheOthersSayWhy() {
    let check = TextCheck()
    #expect(check.accepted.isEmpty && check.refusals.count == 8)
    check.text = "ann@example.org"
    #expect(check.accepted == ["notBlank", "minLength8", "email"])
    #expect(check.refusals["digits"] == "has something else than digits in it")
    check.text = "18612345678"
    #expect(
      check.accepted == [
        "notBlank", "digits", "minLength8", "lessonPhone2016",
        "carLessonPhone2016",
      ])
  }

  // L78: each text that people read has a user.
  @Test func aTextIsShownAsChineseAppsShowIt() {
    let now = Date(timeIntervalSince1970: 1_772_706_386)  // 2026-03-05T10:26:26Z
    let check = TextCheck { now }
    #expect(check.wordings.isEmpty)
    check.text = "1204.56"
    #expect(check.wordings == ["money": "壹仟贰佰零肆元伍角陆分"])
    check.text = "3665"
    #expect(
      check.wordings == ["money": "叁仟陆佰陆拾伍元整", "duration": "1时1分5秒", "ago": "1小时前"])
    check.text = "18612345678"
    #expect(check.wordings["phone"] == "186****5678" && check.wordings["ago"] == nil)
    for text in ["-5", "1e5", "ten", "99999999999999999999", " 5"] {
      check.text = text
      #expect(check.wordings["duration"] == nil && check.wordings["phone"] == nil, "\(text)")
    }
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
    #expect(check.refusals["minLength8"] == "有 7 个字符，至少需要 8 个")
    let lines = await said(":lang zh", "let check = TextCheck()", "check.refusals | json")
    #expect(lines.contains { $0.contains("只有空白") }, "\(lines)")
  }
}
