import Testing

@testable import Workshop

@Suite struct RuleTests {
  @Test func lengthCountsCharactersAsPeopleDo() {
    #expect(Rule.minimumLength(4).refusal(of: "👨‍👩‍👧密码") == "has 3 characters, needs at least 4")
    #expect(Rule.minimumLength(8).refusal(of: "secret") == "has 6 characters, needs at least 8")
    #expect(Rule.minimumLength(2).refusal(of: "密") == "has 1 character, needs at least 2")
    #expect("12345678".satisfies(.minimumLength(8)))
  }

  @Test(arguments: ["", " ", "\t\n", "\u{3000}"])
  func blankTextIsRefused(_ text: String) {
    #expect(Rule.notBlank.refusal(of: text) == "is blank")
  }

  // C17: rules for letters and for digits alone.
  @Test func lettersAndDigitsAcceptNothingElse() {
    for text in ["a", "Zoë", "京都", "ñ"] { #expect(text.satisfies(.letters), "\(text)") }
    for text in ["", "a1", "a b", "-", "a\n"] { #expect(!text.satisfies(.letters), "\(text)") }
    for text in ["0", "0123456789"] { #expect(text.satisfies(.digits), "\(text)") }
    for text in ["", "-1", "1.5", "1 ", "１", "٣", "a"] {
      #expect(!text.satisfies(.digits), "\(text)")
    }
    #expect(Rule.digits.refusal(of: "") == "is empty")
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
}
