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

  /// A form, the same with a question over it, and with a page over it.
  private var pages: (form: ScreenPicture, asking: ScreenPicture, covered: ScreenPicture) {
    let form = picture(Entry())
    var asking = form
    asking.questions = [.init(kind: .alert)]
    asking.questions[0].actions = [
      .init("No", statement: "no()"), .init("Yes", statement: "yes()"),
    ]
    var covered = form
    covered.sheets = [ScreenPicture(title: "Sheet")]
    covered.sheets[0].fields = [.init("city", path: "city", .text, value: "")]
    return (form, asking, covered)
  }

  private func press(
    _ keys: [ScreenKey], on picture: ScreenPicture, _ walk: inout ScreenWalk
  ) -> ScreenOutcome {
    keys.map { walk.press($0, on: picture) }.last ?? .stays
  }

  /// [quirk] A question that comes while somebody types takes none of their keys.
  @Test func aQuestionThatComesWhileOneTypesTakesNoKeyOfTheText() {
    let (form, asking, covered) = pages
    for over in [asking, covered] {
      var walk = ScreenWalk()
      #expect(press(typed("Ada"), on: form, &walk) == .stays)
      #expect(press(typed("x") + [.backspace] + typed(" L"), on: over, &walk) == .stays)
      let drawn = ScreenRenderer(style: .plain).lines(over, walk).joined()
      #expect(drawn.contains("you are typing in name; Enter ends that"), "\(drawn)")
      #expect(press([.enter], on: over, &walk) == .statement(#"form.name = "Ada L""#))
      #expect(!ScreenRenderer(style: .plain).lines(over, walk).joined().contains("typing in"))
    }
    var walk = ScreenWalk()
    _ = press([.down] + typed("hunt"), on: form, &walk)
    #expect(
      press(typed("er2") + [.enter], on: asking, &walk)
        == .statement(#"form.pin = "hunter2""#, shown: #"form.pin = "••••••••""#))
    #expect(press([.right, .enter], on: asking, &walk) == .statement("yes()"))
    // What is typed at the question itself belongs to nobody, least of all to the prompt.
    #expect(press(typed("hunter2") + [.paste("hunter2")], on: asking, &walk) == .stays)
    // What is given up leaves the question in front.
    _ = press([.up, .up, .up] + typed("Bo"), on: form, &walk)
    #expect(press([.escape, .right, .enter], on: asking, &walk) == .statement("yes()"))
  }

  @Test func theValuesOfACommandGoOnUnderAQuestionAndWaitForIt() {
    let (form, asking, _) = pages
    var walk = ScreenWalk()
    let ask = [.end, .left, .right, .enter] + typed("Bo")
    #expect(press(ask, on: form, &walk) == .stays && walk.isTyping)
    #expect(press(typed("b") + [.enter], on: asking, &walk) == .stays && !walk.isTyping)
    #expect(press([.enter], on: asking, &walk) == .statement("no()"))
    #expect(press([.down, .enter], on: form, &walk) == .statement(#"form.add("Bob")"#))
    // It is gone with its page, and when the person leaves.
    for leaves in [true, false] {
      walk = ScreenWalk()
      _ = press(ask + [.enter], on: form, &walk)
      _ = press([.right], on: asking, &walk)
      if leaves {
        _ = walk.leave(form)
      } else {
        _ = walk.press(.right, on: ScreenPicture(title: "Other"))
      }
      _ = press([.home], on: form, &walk)
      #expect(walk.call == nil && !walk.isTyping)
    }
  }

  /// [quirk] The rest of a text whose field is gone is typed nowhere in clear.
  @Test func theRestOfATextWhoseFieldIsGoneGoesNowhere() {
    let form = picture(Entry())
    var other = ScreenPicture(title: "Other")
    other.sections = [.init(rows: [.init("a row", statement: "open()")])]
    var walk = ScreenWalk()
    _ = press([.down] + typed("hunt"), on: form, &walk)
    #expect(press(typed("er2") + [.backspace, .paste("x")], on: other, &walk) == .stays)
    let drawn = ScreenRenderer(style: .plain).lines(other, walk).joined()
    #expect(
      drawn.contains("what you are typing belongs to no field here; Enter continues"), "\(drawn)")
    #expect(press([.enter], on: other, &walk) == .stays)
    #expect(press([.enter], on: other, &walk) == .statement("open()"))
    #expect(press(typed("n"), on: other, &walk) == .types("n"))
    // Esc goes on, too, and an arrow does not.
    _ = press([.home] + typed("A"), on: form, &walk)
    #expect(press(typed("d") + [.home, .escape], on: other, &walk) == .stays)
    #expect(press([.enter], on: other, &walk) == .statement("open()"))
  }

  /// [quirk] Words typed where a question has come press none of its buttons, not even by a space among them.
  @Test func whatIsTypedAtAQuestionPressesNothing() {
    let (_, asking, _) = pages
    var walk = ScreenWalk()
    #expect(press(typed("please wait"), on: asking, &walk) == .stays)
    let drawn = ScreenRenderer(style: .plain).lines(asking, walk).joined()
    #expect(drawn.contains("what you are typing belongs to no field here"), "\(drawn)")
    #expect(press([.enter], on: asking, &walk) == .stays)
    #expect(press([.enter], on: asking, &walk) == .statement("no()"))
    // Nor by a space before them, or one behind an arrow among them.
    for keys in [typed(" no"), typed("no") + [.right] + typed(" thanks"), typed("no") + [.tab]] {
      walk = ScreenWalk()
      #expect(press(keys + [.escape], on: asking, &walk) == .stays)
      #expect(press([.enter], on: asking, &walk) == .statement("no()"))
    }
  }

  /// [quirk] Keys that were pressed while a statement ran answer no question that it has brought.
  @Test func whatIsTypedAheadAnswersNoQuestion() {
    let (form, asking, _) = pages
    var walk = ScreenWalk()
    for key in [ScreenKey.right, .enter] {
      #expect(walk.press(key, on: asking, isTypedAhead: true) == .stays)
    }
    #expect(press([.enter], on: asking, &walk) == .stays)
    #expect(press([.enter], on: asking, &walk) == .statement("no()"))
    // On a page it is as good as any: a form is filled in faster than its statements run.
    walk = ScreenWalk()
    _ = walk.press(.paste("Bo"), on: form, isTypedAhead: true)
    #expect(
      walk.press(.enter, on: form, isTypedAhead: true) == .statement(#"form.name = "Bo""#))
  }

  /// [quirk] Whoever leaves takes over what they were typing; what cannot be taken over is told.
  @Test func aTextIsTakenOverByWhoeverLeaves() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    _ = press([.paste("Bo")], on: form, &walk)
    #expect(walk.leave(form).outcome == .statement(#"form.name = "Bo""#))
    #expect(!walk.isTyping)
    _ = press([.paste("Bo")], on: form, &walk)
    #expect(walk.leave(form, abandoning: true) == .init())
    #expect(walk.leave(form) == .init())
  }

  @Test func bothSidesOfTheCursorAreSeen() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    _ = press([.paste("The quick brown fox jumps over the lazy dog")], on: form, &walk)
    func shown() -> String? {
      let line = ScreenRenderer(style: .plain, columns: 60).lines(form, walk).first {
        $0.contains("▏")
      }
      return line.map { String($0.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }) }
    }
    #expect(shown() == "… fox jumps over the lazy dog▏")
    _ = press([.home], on: form, &walk)
    #expect(shown() == "▏The quick brown fox jumps ov…")
    _ = press(Array(repeating: .wordRight, count: 6), on: form, &walk)
    #expect(shown() == "…rown fox jumps over▏ the laz…")
    walk = ScreenWalk()
    _ = press([.paste(String(repeating: "漢", count: 40))] + [.left, .left], on: form, &walk)
    #expect(shown()?.hasSuffix("…漢漢漢漢漢漢漢漢漢漢漢漢▏漢漢") == true, "\(shown() ?? "")")
  }
}

/// Secrets that are no text, and a command that takes some.
@ViewModel
private final class Vault {
  @Secure var code = 4711
  /// Opens it.
  @Secure @Command func open(password: String, note: String?) {}
}
