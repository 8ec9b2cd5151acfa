import Models
import Testing

@Suite struct RuleTests {
  @Test(arguments: ["18612345678", "13810001000", "15012345678", "18012345678", "18512345678"])
  func lessonPhoneAccepts(_ phone: String) {
    #expect(phone.satisfies(.lessonPhone2016))
    #expect(phone.satisfies(.carLessonPhone2016))
  }

  @Test(arguments: [
    ("186", "has 3 digits, needs 11"),
    ("18312345678", "starts with 183, which is not one of the rule's prefixes"),
    ("18412345678", "starts with 184, which is not one of the rule's prefixes"),
    ("15412345678", "starts with 154, which is not one of the rule's prefixes"),
    ("17712345678", "starts with 177, which is not one of the rule's prefixes"),
    ("14712345678", "starts with 147, which is not one of the rule's prefixes"),
    ("1861234567", "has 10 digits, needs 11"),
    ("186123456789", "has 12 digits, needs 11"),
    ("08612345678", "does not start with 1"),
    ("18612345678 ", "may have digits only"),
    ("１８６１２３４５６７８", "may have digits only"),
    ("", "is empty"),
  ])
  func lessonPhoneRefusesAndSaysWhy(_ phone: String, reason: String) {
    let refusal = Rule.lessonPhone2016.refusal(of: phone)
    #expect(refusal?.reason == reason)
    #expect(refusal?.rule == "lesson phone of 2016")
  }

  @Test(arguments: ["18312345678", "18412345678", "17712345678", "14712345678", "018612345678"])
  func carLessonPhoneAcceptsWhatTheLoginLessonRefuses(_ phone: String) {
    #expect(phone.satisfies(.carLessonPhone2016))
    #expect(!phone.satisfies(.lessonPhone2016))
  }

  @Test(arguments: [
    "", "186", "15412345678", "01861234567", "0018612345678", "1861234567x", "118612345678",
  ])
  func carLessonPhoneRefuses(_ phone: String) {
    #expect(!phone.satisfies(.carLessonPhone2016))
  }

  @Test func lengthCountsCharactersAsPeopleDo() {
    #expect("👨‍👩‍👧密码".satisfies(.maximumLength(3)))
    #expect(
      Rule.minimumLength(8).refusal(of: "secret")?.reason == "has 6 characters, needs at least 8")
    #expect(Rule.minimumLength(2).refusal(of: "密")?.reason == "has 1 character, needs at least 2")
    #expect("12345678".satisfies(.minimumLength(8)))
  }

  @Test(arguments: ["", " ", "\t\n", "\u{3000}"])
  func blankTextIsRefused(_ text: String) {
    #expect(Rule.notBlank.refusal(of: text)?.reason == "is blank")
  }

  @Test(arguments: ["a@b.co", "first.last+tag@sub.example.museum", "x_%-@host-1.example"])
  func emailAccepts(_ text: String) {
    #expect(text.satisfies(.email))
  }

  @Test(arguments: [
    "", "a", "@b.co", "a@", "a@b", "a@b.c", "a@b.c0", "a@@b.co", "a b@c.de", "a@-b.co", "a@b-.co",
    "a@.co",
    "é@b.co",
  ])
  func emailRefuses(_ text: String) {
    #expect(!text.satisfies(.email))
  }

  @Test(arguments: ["https://example.org", "git+ssh://h/p?q#f", "x://y"])
  func urlAccepts(_ text: String) {
    #expect(text.satisfies(.url))
  }

  @Test(arguments: [
    "", "example.org", "://x", "1a://x", "https://", "https://a b", "[x://y", "a_b://y",
  ])
  func urlRefusesAlsoWhatTheBracketBugLetThrough(_ text: String) {
    #expect(!text.satisfies(.url))
  }

  @Test func joinedRulesReportTheFirstRefusalAndListsReportAll() {
    let name = Rule.notBlank.and(.maximumLength(3))
    #expect(name.refusal(of: "")?.reason == "is blank")
    #expect(name.refusal(of: "long")?.reason == "has 4 characters, may have at most 3")
    #expect(name.accepts("abc"))
    let refusals = Rule.refusals(of: " ", by: [.notBlank, .minimumLength(2), .maximumLength(9)])
    #expect(refusals.map(\.rule) == ["not blank", "minimum length 2"])
  }

  @Test func choicesAreListedWhenNoneFits() {
    #expect(Rule.oneOf(["a", "b"]).refusal(of: "c")?.reason == "is none of a, b")
    #expect("a".satisfies(.oneOf(["a", "b"])))
  }
}
