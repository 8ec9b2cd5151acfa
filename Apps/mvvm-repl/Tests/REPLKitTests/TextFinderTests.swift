import Testing

@testable import REPLKit

@Suite struct TextFinderTests {
  private func masked(_ text: String, _ secrets: String..., isBroken: Bool = false) -> String {
    var finder = TextFinder()
    for secret in secrets { finder.insert(secret, .wherever) }
    return finder.masked(text, isBrokenFound: isBroken) { _ in "*" }
  }

  @Test func eachPlaceIsFoundAndOverlapsAreOne() {
    #expect(masked("p=hunter2x&q=hunter2x", "hunter2x") == "p=*&q=*")
    #expect(masked("abcdefgh", "abcd", "cdefgh") == "*")
    #expect(masked("abcdabcd", "abcd") == "**")
    #expect(masked("密码一二三 and more", "密码一二三") == "* and more")
  }

  @Test func aLongerOneGoesBeforeItsBeginning() {
    #expect(masked("hunter2xyz hunter", "hunter", "hunter2xyz") == "* *")
  }

  @Test func whatACutHasLeftIsFound() {
    #expect(masked("\"hunt…\"", "hunter2x") == "\"*…\"")
    #expect(masked("a hun… b", "hunter2x") == "a hun… b")
    #expect(masked("密码…", "密码一二三") == "*…")
    #expect(masked("p=0123456789ab", "0123456789abcdef") == "p=*")
    #expect(masked("p=01234567", "0123456789abcdef") == "p=01234567")
  }

  @Test func aNumberIsNotFoundWithinALongerOne() {
    #expect(masked("18612345678 12345678x 12345678", "12345678") == "18612345678 *x *")
    #expect(masked("x=%2012345678&y=%3112345678", "12345678") == "x=%20*&y=%3112345678")
    #expect(masked("1234567890123", "123456789012") == "1234567890123")
  }

  @Test func escapesOfSwiftAreFound() {
    #expect(masked(#"let s = "\u{61}b ef99zz"; oops"#, "ab ef99zz") == #"let s = "*"; oops"#)
    #expect(masked(#"a\u{624b}\t\"b"#, "手\t\"b") == "a*")
    #expect(masked(#"\u{} \u{zz} \u \q \ hunter2x\"#, "hunter2x") == #"\u{} \u{zz} \u \q \ *\"#)
  }

  @Test func percentCodesAreFound() {
    #expect(masked("q=hunter%2Fx&b", "hunter/x") == "q=*&b")
    #expect(masked("q=%68unter2x%20", "hunter2x") == "q=*%20")
    #expect(masked("100% hunter2x", "hunter2x") == "100% *")
  }

  @Test func doubledQuotesOfCsvAreFound() {
    #expect(masked(#"a,"hun""ter""2",b"#, #"hun"ter"2"#) == #"a,"*",b"#)
    #expect(masked(#"a,"""abc""","x ""abc"" y""#, #""abc""#) == #"a,""*","x * y""#)
    #expect(masked(#"let a = ""; let b = "hunter2x""#, "hunter2x") == #"let a = ""; let b = "*""#)
    #expect(masked(#"a""b"#, #"a""b"#) == "*")
  }

  /// The forms that `wrapped(to:)` makes of a text in a narrow window.
  @Test func whatIsBrokenOverRowsIsFoundInAWindow() {
    func masked(_ text: String, _ secret: String) -> String {
      self.masked(text, secret, isBroken: true)
    }
    #expect(masked("p: hun\n   ter\n   2x, q", "hunter2x") == "p: *, q")
    #expect(masked("one hunter\n    two three", "hunter two") == "one * three")
    #expect(
      masked("\u{1B}[31mhun\u{1B}[0m\n  \u{1B}[31mter2x\u{1B}[0m.", "hunter2x")
        == "\u{1B}[31m*\u{1B}[0m.")
    #expect(masked("hun\nter2x\nhunter2x\n  more", "hunter2x") == "*\n*\n  more")
    #expect(masked("first\n line\nsecond", "first line\nsecond") == "*")
    #expect(masked("密码\n一二三。", "密码一二三") == "*。")
    #expect(masked("a\n\n  b\n\u{1B}[", "hunter2x") == "a\n\n  b\n\u{1B}[")
  }

  /// Rows of csv and printed lines are values of their own.
  @Test func linesOfATextAreNoBrokenSecret() {
    #expect(masked("value\n1\n2\n3", "123") == "value\n1\n2\n3")
    #expect(masked("hun\nter2x", "hunter2x") == "hun\nter2x")
  }

  @Test func wordsAreFoundAsWords() {
    var finder = TextFinder()
    finder.insert("abc", .asWord)
    finder.insert("1", .asWholeValue)
    #expect(finder.masked("abc xabc abc1 é-abc 1") { _ in "*" } == "* xabc abc1 é-* 1")
    #expect(finder.isFound(in: "GET 1") && !finder.isFound(in: "GET 12"))
    #expect(!finder.isFound(in: "GET 1", from: .asWord))
  }

  /// Chinese is written without spaces.
  @Test func inChineseTheEndOfAWordIsNotSeen() {
    var finder = TextFinder()
    for text in ["天王盖地", "x1234", "好人"] { finder.insert(text, .asWordAnywhere) }
    #expect(
      finder.masked("口令天王盖地吧 密码x1234呢 x12345 好人们 好人abc") { _ in "*" }
        == "口令*吧 密码*呢 x12345 好人们 *abc")
  }

  @Test func bothUnicodeFormsAreFound() {
    for secret in ["p\u{e9}ssw0rdx", "pe\u{301}ssw0rdx"] {
      #expect(masked("p\u{e9}ssw0rdx pe\u{301}ssw0rdx", secret) == "* *")
      let search = ByteSearch([secret])
      #expect(search.isFound(in: "ap\u{e9}ssw0rdxb") && search.isFound(in: "ape\u{301}ssw0rdxb"))
    }
  }

  /// As somebody finds them who looks for one after the other.
  @Test func atRandomItFindsWhatIsThere() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let secrets = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        // Of longer ones most of a text would count, too.
        String((0..<Int.random(in: 1...3, using: &random)).map { _ in "abé"[random.next() % 3] })
      }
      let text = String((0..<40).map { _ in "abé "[random.next() % 4] })
      var finder = TextFinder()
      for secret in secrets { finder.insert(secret, .wherever) }
      var hidden = Set<Int>()
      let characters = Array(text)
      for secret in secrets {
        let wanted = Array(secret)
        for start in 0...max(0, characters.count - wanted.count)
        where characters[start...].starts(with: wanted) {
          hidden.formUnion(start..<start + wanted.count)
        }
      }
      let open = characters.indices.filter { !hidden.contains($0) }.map { characters[$0] }
      #expect(
        finder.masked(text) { _ in "" } == String(open), "seed \(seed): \(secrets) in \(text)")
    }
  }
}

private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) | (state << 31)
  }
}

extension String {
  fileprivate subscript(offset: UInt64) -> Character {
    self[index(startIndex, offsetBy: Int(offset))]
  }
}
