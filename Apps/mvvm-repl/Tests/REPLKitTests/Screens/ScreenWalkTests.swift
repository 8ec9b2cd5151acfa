import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Keys on pictures: each is a statement or a change of the focus.
@MainActor
@Suite(.ownGraph) struct ScreenWalkTests: ScreenWalking {
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
    // Of what asks for values nothing goes there: it may be meant for another one of them.
    for key in [.left, .right, .enter] + typed("Bo") + [.down, .down] as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(walk.press(.character("x"), on: form) == .stays)
    #expect(walk.press(.enter, on: form) == .stays)
    #expect(walk.press(.enter, on: form) == .statement(#"form.add("Bo")"#))
  }

  /// [quirk] Enter twice presses one button.
  @Test func aButtonThatIsPressedKeepsTheFocusWhileItCannotBePressed() async {
    let sender = Sender()
    var walk = ScreenWalk()
    let ready = picture(sender, at: "sender")
    #expect(walk.press(.enter, on: ready) == .statement("sender.send() &"))
    let sent = sender.sendCommand.execute()
    while !sender.sendCommand.isExecuting { await Task.yield() }
    let busy = picture(sender, at: "sender")
    #expect(
      walk.press(.enter, on: busy) == .stays && walk.press(.character(" "), on: busy) == .stays)
    let lines = ScreenRenderer(style: .plain).lines(busy, walk)
    #expect(lines.contains { $0.contains("▸ ( ◌ send ) it is executing") }, "\(lines)")
    // Under a question that the command asks, too.
    var asking = busy
    asking.questions = [.init(kind: .alert)]
    asking.questions[0].actions = [.init("Yes", statement: "yes()")]
    #expect(walk.press(.enter, on: asking) == .statement("yes()"))
    #expect(walk.press(.enter, on: busy) == .stays)
    sender.gate.send(())
    _ = await sent.result
    #expect(walk.press(.enter, on: picture(sender, at: "sender")) == .statement("sender.send() &"))
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

  @Test func whoeverLeavesTakesTheirQuestionsAlong() {
    let form = picture(Entry())
    var walk = ScreenWalk()
    for key in [.end, .left, .right, .enter] + typed("Bo") as [ScreenKey] {
      _ = walk.press(key, on: form)
    }
    #expect(walk.call != nil && walk.isTyping)
    #expect(walk.leave(form) == .init(outcome: .stays, dropped: "add"))
    #expect(walk.call == nil && !walk.isTyping)
    #expect(walk.press(.escape, on: form) == .leaves)
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
