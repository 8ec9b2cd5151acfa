import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Keys on pictures: each is a statement or a change of the focus.
@MainActor
@Suite(.ownGraph) struct ScreenWalkTests {
  private func picture(_ viewModel: any ViewModel, at path: String = "form") -> ScreenPicture {
    Screens(renderers: .text()).picture(of: viewModel, at: path, .english)
  }

  /// The statements of keys on a picture that stays as it is.
  private func statements(_ keys: [ScreenKey], on picture: ScreenPicture) -> [String] {
    var walk = ScreenWalk()
    return keys.compactMap { key in
      if case .statement(let text, _) = walk.press(key, on: picture) { text } else { nil }
    }
  }

  private func typed(_ text: String) -> [ScreenKey] { text.map { .character($0) } }

  @Test func aTextIsOneStatementWhenItIsFinished() {
    let form = picture(Entry())
    #expect(statements(typed("Ada \"x\\") + [.enter], on: form) == [#"form.name = "Ada \"x\\""#])
    #expect(statements(typed("Ada") + [.backspace, .tab], on: form) == [#"form.name = "Ad""#])
    #expect(statements(typed("Ada") + [.escape], on: form) == [])
    #expect(statements([.enter, .enter], on: form) == [])
    #expect(statements([.paste("a\nb")] + [.enter], on: form) == [#"form.name = "a b""#])
  }

  @Test func aLetterOnWhatTakesNoneGoesToThePrompt() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    for key in Array(repeating: ScreenKey.down, count: 5) {
      #expect(walk.press(key, on: form) == .stays)
    }
    #expect(walk.press(.character("l"), on: form) == .types("l"))
    _ = walk.press(.end, on: form)
    #expect(walk.press(.paste("let n = 1"), on: form) == .types("let n = 1"))
    var empty = ScreenWalk()
    #expect(empty.press(.character("漢"), on: ScreenPicture()) == .types("漢"))
    #expect(walk.press(.backspace, on: form) == .stays)
    // The values of a command that were typed before wait.
    for key in [.left, .right, .enter] + typed("Bo") + [.down, .down] as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(walk.press(.character("x"), on: form) == .types("x"))
    #expect(walk.press(.enter, on: form) == .statement(#"form.add("Bo")"#))
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

  @Test func whoComesBackFindsTheFocusWhereItWas() {
    func page(_ title: String, back: String? = nil, _ rows: [String]) -> ScreenPicture {
      var page = ScreenPicture(title: title)
      page.back = back
      page.sections = [.init(rows: rows.map { .init("x", statement: $0) })]
      return page
    }
    let list = page("List", ["show(0)", "show(1)", "show(2)"])
    let detail = page("Detail", back: "back()", ["open(0)", "open(1)"])
    let deeper = page("Deeper", back: "back()", ["save()"])
    var walk = ScreenWalk()
    func press(_ keys: [ScreenKey], on picture: ScreenPicture) -> ScreenOutcome {
      keys.map { walk.press($0, on: picture) }.last ?? .stays
    }
    #expect(press([.down, .down, .enter], on: list) == .statement("show(2)"))
    #expect(press([.down, .enter], on: detail) == .statement("open(1)"))
    #expect(press([.escape], on: deeper) == .statement("back()"))
    #expect(press([.enter], on: detail) == .statement("open(1)"))
    #expect(press([.home, .enter], on: deeper) == .statement("back()"))
    #expect(press([.escape], on: detail) == .statement("back()"))
    let shorter = page("List", ["show(0)", "show(1)"])
    #expect(press([.enter], on: shorter) == .statement("show(1)"))
    // Another detail begins at its first control.
    #expect(
      press([.enter], on: page("Other", back: "back()", ["a()", "b()"])) == .statement("a()"))
    // What was asked and what was laid over go by themselves.
    var asking = list
    asking.questions = [.init(kind: .alert)]
    asking.questions[0].actions = [
      .init("No", statement: "no()"), .init("Yes", statement: "yes()"),
    ]
    walk = ScreenWalk()
    #expect(press([.down, .enter], on: list) == .statement("show(1)"))
    #expect(press([.right, .enter], on: asking) == .statement("yes()"))
    #expect(press([.enter], on: list) == .statement("show(1)"))
    var covered = list
    covered.sheets = [page("Sheet", ["pick(0)", "pick(1)"])]
    #expect(press([.down, .enter], on: covered) == .statement("pick(1)"))
    #expect(press([.enter], on: list) == .statement("show(1)"))
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

  @Test func chosenValuesChangeByOneKey() {
    let form = picture(Entry())
    let toSize = Array(repeating: ScreenKey.down, count: 4)
    #expect(statements(toSize + [.right], on: form) == ["form.size = .large"])
    #expect(statements(toSize + [.left], on: form) == ["form.size = .large"])
    #expect(statements(toSize + [.down, .character(" ")], on: form) == ["form.isMember = false"])
  }

  @Test func aCommandAsksForItsValues() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    var said: [String] = []
    let keys: [ScreenKey] =
      [.end, .left, .right, .enter] + typed("Bo") + [.enter, .down, .enter]
    for key in keys {
      if case .statement(let text, _) = walk.press(key, on: form) { said.append(text) }
    }
    #expect(said == [#"form.add("Bo")"#])
    for key in [.enter] + typed("Cy") + [.tab] + typed("7") + [.enter] as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(walk.press(.enter, on: form) == .statement(#"form.add("Cy", age: 7)"#))
    _ = walk.press(.enter, on: form)
    #expect(walk.press(.escape, on: form) == .stays && walk.press(.escape, on: form) == .leaves)
  }

  @Test func whatIsNotEnabledCannotBePressed() {
    let form = picture(Entry())
    #expect(form.buttons.first { $0.title == "save" }?.reason == "isNameValid is false")
    var walk = ScreenWalk()
    var pressed: Set<String> = []
    for _ in 0..<20 {
      _ = walk.press(.tab, on: form)
      var copy = walk
      if case .statement(let text, _) = copy.press(.enter, on: form) { pressed.insert(text) }
    }
    #expect(pressed.contains("form.clear()") && !pressed.contains("form.save()"))
  }

  @Test func onlyWhatIsInFrontIsReached() async throws {
    let app = try Navigator(tabs: [
      .init("a", root: Leaf("A")), .init("b", root: AskingPage()),
    ])
    #expect(statements([.home, .right, .enter], on: picture(app, at: "app")) == ["app.select(1)"])
    try app.push(Leaf("C"))
    #expect(statements([.escape], on: picture(app, at: "app")) == ["app.back()"])
    try app.select(1)
    let page = try #require(app.visible as? AskingPage)
    let asked = Task { await page.prompts.alert("Sure?", buttons: ["Yes", "No"]) }
    while page.prompts.stack.isEmpty { await Task.yield() }
    let asking = picture(app, at: "app")
    #expect(
      statements([.right, .enter, .home, .enter, .escape, .pageDown], on: asking) == [
        "app.visible.prompts.choose(1, of: 1)", "app.visible.prompts.choose(0, of: 1)",
        "app.visible.prompts.dismiss(1)",
      ])
    page.prompts.hideAll()
    _ = await asked.value
  }

  @Test func aPickerTakesARowOfEachColumn() {
    var question = ScreenPicture.Question(kind: .picker)
    question.columns = [["a", "b"], ["c", "d", "e"]]
    question.selected = [1, 0]
    question.pick = "p.prompts.pick"
    question.number = 7
    var page = ScreenPicture(title: "P")
    page.questions = [question]
    let keys: [ScreenKey] = [.right, .down, .down, .down, .left, .up, .up, .enter]
    #expect(statements(keys, on: page) == ["p.prompts.pick([0, 2], of: 7)"])
  }

  @Test func aLongListIsTurnedPageByPage() throws {
    let list = ListViewModel()
    try list.append((0..<45).map { TextCell("Row \($0)") })
    let first = picture(list, at: "list")
    #expect(first.sections.map(\.rows.count) == [20])
    #expect(statements([.pageDown, .pageUp], on: first) == ["list.scroll(to: 20)"])
    #expect(statements([.end, .down], on: first) == ["list.scroll(to: 20)"])
    #expect(statements([.down, .enter], on: first) == ["list.select(at: 1)"])
  }

  @Test func whereARowHasChangedItsStatementTheFocusStays() throws {
    let list = ListViewModel()
    try list.append((0..<3).map { TextCell("Row \($0)") })
    var walk = ScreenWalk()
    for key in [ScreenKey.down, .down] { _ = walk.press(key, on: picture(list, at: "list")) }
    #expect(
      walk.press(.enter, on: picture(list, at: "list")) == .statement("list.select(at: 2)"))
    try list.select(at: 2)
    #expect(
      walk.press(.enter, on: picture(list, at: "list")) == .statement("list.deselect(at: 2)"))
    try list.remove(list.cells[2])
    #expect(
      walk.press(.enter, on: picture(list, at: "list")) == .statement("list.select(at: 1)"))
  }

  @Test func onAnotherPartOfALongListTheNextRowHasTheFocus() {
    func page(_ number: Int) -> ScreenPicture {
      var page = ScreenPicture(title: "List")
      page.pull = "reload()"
      page.fields = [.init("name", path: "name", .text, value: "")]
      page.sections = [
        .init(rows: (0..<3).map { .init("x", statement: "select(\(3 * number + $0))") })
      ]
      page.extent = .init(
        page: number, pages: 9, rows: 27, previous: "to(\(number - 1))", next: "to(\(number + 1))")
      return page
    }
    var walk = ScreenWalk()
    #expect(walk.press(.end, on: page(1)) == .stays)
    #expect(walk.press(.down, on: page(1)) == .statement("to(2)"))
    #expect(walk.press(.enter, on: page(2)) == .statement("select(6)"))
    _ = walk.press(.up, on: page(2))
    _ = walk.press(.pageUp, on: page(2))
    _ = walk.press(.down, on: page(2))
    #expect(walk.press(.enter, on: page(1)) == .statement("select(5)"))
    // A page of another name begins at its first control.
    var other = page(1)
    other.title = "Other"
    other.sections = [.init(rows: (0..<3).map { .init("y", statement: "other(\($0))") })]
    #expect(walk.press(.character("a"), on: other) == .stays && walk.isTyping)
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

  @Test func whoeverLeavesTakesTheirQuestionsAlong() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    for key in [.end, .left, .right, .enter] + typed("Bo") as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(walk.call != nil && walk.isTyping)
    walk.leave()
    #expect(walk.call == nil && !walk.isTyping)
    #expect(walk.press(.escape, on: form) == .leaves)
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

  @Test func theParenthesesOfACallAreTheLastOnes() {
    var button = ScreenPicture.Button("add", statement: "shop.carts[(1)].add() &")
    button.parameters = [
      .init(
        name: "n", kind: .number, choices: [], isOptional: false, hasDefault: false, isSecure: false
      )
    ]
    #expect(button.statement(["3"]) == "shop.carts[(1)].add(3) &")
  }

  @Test func nothingToActOnIsNoTrap() {
    let keys: [ScreenKey] = [
      .enter, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .pull,
      .backspace, .delete, .character("x"), .character(" "), .paste("y"), .wordLeft, .wordRight,
      .eraseWord, .eraseRest, .eraseAll,
    ]
    #expect(statements(keys, on: ScreenPicture()) == [])
    var walk = ScreenWalk()
    #expect(walk.press(.escape, on: ScreenPicture()) == .leaves)
  }
}

/// Secrets that are no text, and a command that takes some.
@ViewModel
private final class Vault {
  @Secure var code = 4711
  /// Opens it.
  @Secure @Command func open(password: String, note: String?) {}
}
