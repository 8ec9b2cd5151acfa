import Testing
import Workshop

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
}
