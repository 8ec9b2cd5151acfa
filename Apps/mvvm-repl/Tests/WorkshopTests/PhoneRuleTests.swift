import Testing

@testable import Workshop

@Suite struct PhoneRuleTests {
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
    #expect(Rule.lessonPhone2016.refusal(of: phone) == reason)
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
}
