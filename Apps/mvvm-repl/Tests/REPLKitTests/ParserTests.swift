import Testing

@testable import REPLKit

@Suite(.ownGraph) struct ParserTests {
  @Test(arguments: [
    "let form = LoginForm()", "form.phone = \"186\"", "form.clear()",
    "watch form.output, form.phone",
    "bind a.x <-> b.y", "bind a.x -> b.y", "unbind #2", "unwatch all", "expect a.b == 1 && !c.d",
    "form.signIn() &", "_ + 1", "a ? b : c", "a ?? b ?? c", "[1, 2,\n 3]", "[\"k\": 1]", "[:]",
    "x.count > 3 // why", "/* c */ 1", ":help form.clear", "watch", "1;2;;3", "名字 = \"值\"",
    "f(a: 1, 2)", "a[0].b", "await f.g()", "-1 - -2", "watch.x", "\u{FEFF}let a = 1",
  ])
  func acceptsWhatIsInTheLanguage(text: String) throws {
    _ = try Parser.parse(text)
  }

  @Test(arguments: [
    ("let = 1", 4), ("let a 1", 6), ("f(", 2), ("a.", 2), ("a + ", 4), ("\"abc", 0), ("1abc", 0),
    ("bind a.x b.y", 9), ("set form.phone 186", 4), ("a b", 2), ("@", 0),
    ("99999999999999999999", 0),
    ("unwatch", 7), ("\"\\q\"", 1), ("[1: 2, 3]", 8), ("let watch = 1", 4), ("/* open", 0),
    ("a\n  .b", 4), ("{", 0), ("(1+\n", 3), ("let a = // of\n\n", 13), ("[1,\n2\n\n", 5),
  ])
  func everyErrorHasItsPlace(text: String, offset: Int) throws {
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(text) }
    #expect(error.span?.start == offset, "\(error.message)")
    #expect(error.status == .parseError)
  }

  @Test(arguments: ["f(", "[1,", "a +", "let a =", "a ? b :", "/* c"])
  func unfinishedTextWaitsForMore(text: String) {
    #expect(!ParsedText(text).isComplete)
  }

  @Test(arguments: ["", "1", "f()", "a b", "\"a\nb\"", ":help", "let a = 1 // +"])
  func finishedTextRuns(text: String) { #expect(ParsedText(text).isComplete) }

  @Test func deepNestingIsRefusedNotACrash() {
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000),
      String(repeating: "-", count: 100_000), String(repeating: "\"\\(", count: 10_000),
      "a" + String(repeating: "?b:a", count: 10) + String(repeating: " ?? a", count: 100_000),
    ] {
      let error = #expect(throws: Diagnostic.self) { try Parser.parse(text) }
      #expect(error?.span != nil)
    }
  }

  @Test func multiplicationBindsTighterThanAddition() throws {
    let statements = try Parser.parse("1 + 2 * 3")
    guard case .expression(let expression, _)? = statements.first?.kind,
      case .binary("+", _, let right) = expression.kind, case .binary("*", _, _) = right.kind
    else {
      Issue.record("parsed otherwise: \(statements)")
      return
    }
  }

  @Test func randomTextNeverCrashesAndEveryErrorHasASpan() {
    var random = SeededGenerator(seed: 20_261_121)
    let pieces = [
      "let", "a", "=", "LoginForm", "(", ")", ".", "\"", "\\(", "1", "2.5", "+", "??", "?", ":",
      "[",
      "]", "watch", "bind", "<->", "\n", ";", "//", "/*", "*/", "登", "🙂", "#", "&", "_", " ", "\\",
    ]
    for round in 0..<20_000 {
      let text = (0..<Int.random(in: 1...24, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do { _ = try Parser.parse(text) } catch {
        #expect(error.span != nil, "seed 20261121, round \(round): \(text)")
      }
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): repeatable and quick.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
