import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What is typed into the fields of a picture: it is one statement when it is finished.
@MainActor
@Suite(.ownGraph) struct ScreenTypingTests: ScreenWalking {
  @Test func aTextIsOneStatementWhenItIsFinished() {
    let form = picture(Entry())
    #expect(statements(typed("Ada \"x\\") + [.enter], on: form) == [#"form.name = "Ada \"x\\""#])
    #expect(statements(typed("Ada") + [.backspace, .tab], on: form) == [#"form.name = "Ad""#])
    #expect(statements(typed("Ada") + [.escape], on: form) == [])
    #expect(statements([.enter, .enter], on: form) == [])
    #expect(statements([.paste("a\nb")] + [.enter], on: form) == [#"form.name = "a b""#])
  }

  @Test func aTextIsEditedCharacterByCharacterAndWordByWord() {
    func said(_ keys: [ScreenKey]) -> [String] { statements(keys + [.enter], on: picture(Entry())) }
    // A terminal sends one scalar at a time.
    let scalars = "e\u{301}👩\u{200D}👧🇨🇳".unicodeScalars.map { ScreenKey.character(Character($0)) }
    #expect(said(scalars) == ["form.name = \"e\u{301}👩\u{200D}👧🇨🇳\""])
    #expect(said(scalars + [.backspace]) == ["form.name = \"e\u{301}👩\u{200D}👧\""])
    #expect(said(scalars + [.backspace, .backspace]) == ["form.name = \"e\u{301}\""])
    #expect(said(scalars + [.home, .delete, .delete]) == [#"form.name = "🇨🇳""#])
    #expect(
      said(scalars + [.left, .left, .character("x")])
        == ["form.name = \"e\u{301}x👩\u{200D}👧🇨🇳\""])
    #expect(said(typed("one two_3, ") + [.eraseWord]) == [#"form.name = "one ""#])
    #expect(said(typed("one two") + [.wordLeft, .eraseRest]) == [#"form.name = "one ""#])
    #expect(
      said(typed("one two") + [.wordLeft, .wordLeft, .wordLeft, .wordRight, .character("!")])
        == [#"form.name = "one! two""#])
    #expect(said(typed("one two") + [.left, .eraseAll]) == [])
    #expect(said(typed("one") + [.eraseAll] + typed("2")) == [#"form.name = "2""#])
  }

  @Test func aSecretIsNotShown() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    for key in [.down] + typed("9876") { _ = walk.press(key, on: form) }
    let drawn = ScreenRenderer(style: .plain).lines(form, walk).joined()
    #expect(!drawn.contains("9876") && !drawn.contains("12"))
    #expect(
      walk.press(.enter, on: form)
        == .statement(#"form.pin = "9876""#, shown: #"form.pin = "••••••••""#))
  }

  @Test func aSecretOfAnyKindIsNotShown() {
    let vault = Vault()
    let form = picture(vault, at: "vault")
    #expect("\(form)".contains("4711") == false)
    var walk = ScreenWalk()
    for key in typed("42") { _ = walk.press(key, on: form) }
    #expect(!ScreenRenderer(style: .plain).lines(form, walk).joined().contains("42"))
    #expect(
      walk.press(.enter, on: form)
        == .statement("vault.code = 42", shown: #"vault.code = "••••••••""#))
    for key in [.down, .enter] + typed("hunter2") + [.enter] { _ = walk.press(key, on: form) }
    #expect(!ScreenRenderer(style: .plain).lines(form, walk).joined().contains("hunter2"))
    #expect("\(walk.call?.fields ?? [])".contains("hunter2") == false)
    var outcome = ScreenOutcome.stays
    for _ in 0..<4 where outcome == .stays {
      _ = walk.press(.down, on: form)
      if walk.focused(in: walk.settle(on: form))?.field == nil {
        outcome = walk.press(.enter, on: form)
      }
    }
    // A value that is optional and has no default is said.
    #expect(
      outcome
        == .statement(
          #"vault.open(password: "hunter2", note: nil)"#,
          shown: #"vault.open(password: "••••••••", note: "••••••••")"#))
  }

  @Test func aLongTextIsCutInOnePass() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    _ = walk.press(.paste(String(repeating: "漢", count: 20_000) + "end"), on: form)
    let lines = ScreenRenderer(style: .plain).lines(form, walk)
    #expect(lines.contains { $0.contains("漢end▏") })
  }

  @Test func numbersAreCheckedWhileTyping() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    for key in [.down, .down] + typed("x") + [.enter] as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    let lines = ScreenRenderer(style: .plain).lines(form, walk)
    #expect(lines.contains { $0.contains("✗ a whole number is expected") })
    for key in [.backspace] + typed("99999999999999999999") + [.enter] as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(
      ScreenRenderer(style: .plain).lines(form, walk).contains {
        $0.contains("✗ whole numbers go from -9223372036854775808 to 9223372036854775807")
      })
    for key in [.eraseAll] + typed("-4") { _ = walk.press(key, on: form) }
    #expect(walk.press(.enter, on: form) == .statement("form.age = -4"))
    #expect(statements([.down, .down, .down, .enter, .backspace, .enter], on: form) == [])
  }

  @Test func aStatementHasNothingInItThatATerminalObeys() throws {
    #expect(
      statements([.paste("\u{202E}a\u{9B}31mb\u{2028}c"), .enter], on: picture(Entry()))
        == [#"form.name = "a31mb c""#])
    let entry = Entry()
    entry.name = "\u{202E}ab\u{9B}"
    let said = statements(typed("c") + [.enter], on: picture(entry))
    #expect(said == [#"form.name = "\u{202E}ab\u{9B}c""#])
    guard case .assignment(_, _, let value)? = try Parser.parse(said[0]).first?.kind else {
      Issue.record("no assignment")
      return
    }
    #expect(value.literalText == "\u{202E}ab\u{9B}c")
  }

  @Test func aFieldIsAsWideWhileOneTypesInIt() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    func box() -> Int? {
      ScreenRenderer(style: .plain, columns: 60).lines(form, walk)
        .first { $0.contains("name") }?.prefix { $0 != "]" }.count
    }
    let width = box()
    for key in typed("Ada Lovelace of London and Ockham Park") + [.left, .left, .home, .end] {
      _ = walk.press(key, on: form)
      #expect(box() == width)
      #expect(
        ScreenRenderer(style: .plain, columns: 60).lines(form, walk).joined().contains("▏"))
    }
  }

  @Test func whatIsTypedSurvivesAQuestion() {
    let form = picture(Entry())
    var asking = form
    asking.questions = [.init(kind: .alert)]
    asking.questions[0].actions = [
      .init("No", statement: "no()"), .init("Yes", statement: "yes()"),
    ]
    var covered = form
    covered.sheets = [ScreenPicture(title: "Sheet")]
    covered.sheets[0].fields = [.init("city", path: "city", .text, value: "")]
    var walk = ScreenWalk()
    func press(_ keys: [ScreenKey], on picture: ScreenPicture) -> ScreenOutcome {
      keys.map { walk.press($0, on: picture) }.last ?? .stays
    }
    // The text of a field; meanwhile the keys go to the question.
    #expect(press(typed("Ada"), on: form) == .stays)
    #expect(press([.character("x")], on: asking) == .types("x") && !walk.isTyping)
    #expect(press([.right, .enter], on: asking) == .statement("yes()"))
    #expect(ScreenRenderer(style: .plain).lines(form, walk).joined().contains("[Ada▏"))
    #expect(press(typed(" L") + [.enter], on: form) == .statement(#"form.name = "Ada L""#))
    // A page over it, on which something is typed, too, and asked in turn.
    walk = ScreenWalk()
    #expect(press(typed("Bo"), on: form) == .stays)
    #expect(press(typed("Rom"), on: covered) == .stays)
    var both = covered
    both.sheets[0].questions = asking.questions
    #expect(press([.enter], on: both) == .statement("no()"))
    #expect(press(typed("e") + [.enter], on: covered) == .statement(#"city = "Rome""#))
    #expect(press(typed("b") + [.enter], on: form) == .statement(#"form.name = "Bob""#))
    // The value of a command.
    walk = ScreenWalk()
    #expect(press([.end, .left, .right, .enter] + typed("Bo"), on: form) == .stays)
    #expect(walk.call != nil && walk.isTyping)
    #expect(press([.enter], on: asking) == .statement("no()"))
    #expect(ScreenRenderer(style: .plain).lines(form, walk).joined().contains("[Bo▏"))
    #expect(
      press(typed("b") + [.down, .down, .enter], on: form) == .statement(#"form.add("Bob")"#))
    // It is gone with its page, and when the person leaves.
    for leaves in [true, false] {
      walk = ScreenWalk()
      _ = press([.end, .left, .right, .enter] + typed("Bo"), on: form)
      _ = press([.right], on: asking)
      if leaves { walk.leave() } else { _ = press([.right], on: ScreenPicture(title: "Other")) }
      _ = press([.home], on: form)
      #expect(walk.call == nil && !walk.isTyping)
    }
  }
}

/// Secrets that are no text, and a command that takes some.
@ViewModel
private final class Vault {
  @Secure var code = 4711
  /// Opens it.
  @Secure @Command func open(password: String, note: String?) {}
}
