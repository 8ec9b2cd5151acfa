import Testing
import ViewModels

@testable import REPLKit

/// Alerts, pickers and menus drawn as text, beside pictures that are checked in.
@MainActor
@Suite(.ownGraph) struct ScreenQuestionsTests {
  @Test func anAlertOverAnAlertOverAToast() async {
    let page = AskingPage()
    page.prompts.toast("Saved", duration: .untilTapped)
    let first = Task {
      await page.prompts.alert(
        "Send the order?", message: "tea, rice", buttons: ["Send", "Not yet"])
    }
    while page.prompts.stack.count < 1 { await Task.yield() }
    let second = Task { await page.prompts.alert("Sure?") }
    while page.prompts.stack.count < 2 { await Task.yield() }
    #expect(
      drawn(page, []) == """
         Asking
        ─╭─ Send the order? ──────────────────────╮─
         │   tea, rice                            │
         │  ( Send ) ╭─ Sure? ────────╮           │
         │           │ ▸( OK )        │           │
         │           ╰────────────────╯           │
         ╰────────────────────────────────────────╯
        """)
    page.prompts.hideAll()
    _ = await (first.value, second.value)
  }

  /// [quirk] A picker does not stand in the frame of the alert below it.
  @Test(arguments: 3...14) func aQuestionOverAQuestionHasAFrameOfItsOwn(rows: Int) {
    var picture = ScreenPicture(title: "Trip")
    picture.outputs = (1...12).map { .init("row", ScreenText("\($0)")) }
    var alert = ScreenPicture.Question(kind: .alert, caption: "Sure?")
    alert.actions = [.init("Yes", statement: "yes()")]
    var picker = ScreenPicture.Question(kind: .picker, caption: "From")
    picker.columns = [["Hangzhou", "Kyoto", "Lisbon"]]
    picture.questions = [alert, picker]
    let lines = ScreenRenderer(style: .plain, columns: 44, rows: rows)
      .lines(picture, ScreenWalk())
    #expect(lines.count <= rows)
    #expect(lines.contains { $0.contains("▸ Hangzhou") }, "\(lines)")
    if let top = lines.lastIndex(where: { $0.contains("╭") }) {
      #expect(lines[top].contains("From"), "\(lines)")
    }
  }

  @Test func anAlertOverAToastThatStaysInSight() async {
    let page = AskingPage()
    page.prompts.toast("Saved", duration: .untilTapped, action: "Undo") {}
    page.prompts.toast("Not sent", kind: .failure, duration: .untilTapped)
    var picture = Screens(renderers: .text()).picture(of: page, at: "page", .english)
    picture.outputs = (1...4).map { .init("row", ScreenText("\($0)")) }
    #expect(
      drawn(picture, []) == """
         Asking
        ────────────────────────────────────────────
          row  1
          row  2
          row  3
          row  4
        ▸✓ Saved                            ( Undo )
         ✗ Not sent
        """)
    let asked = Task { await page.prompts.alert("Sure?", buttons: ["Yes", "No"]) }
    while page.prompts.stack.isEmpty { await Task.yield() }
    picture.questions =
      Screens(renderers: .text()).picture(of: page, at: "page", .english).questions
    #expect(
      drawn(picture, []) == """
         Asking
        ────────────────────────────────────────────
          row  1   ╭─ Sure? ───────────╮
          row  2   │ ▸( Yes )  ( No )  │
          row  3   ╰───────────────────╯
          row  4
         ✓ Saved                            ( Undo )
         ✗ Not sent
        """)
    page.prompts.hideAll()
    _ = await asked.value
  }

  @Test func aPicker() async {
    let page = AskingPage()
    let asked = Task {
      try? await page.prompts.picker(
        [["Hangzhou", "Kyoto", "Lisbon"], ["today", "tomorrow"]], selected: [1, 0],
        caption: "Delivery")
    }
    while page.prompts.stack.isEmpty { await Task.yield() }
    #expect(
      drawn(page, [.right, .down]) == """
         Asking
        ────────╭─ Delivery ───────────────╮────────
                │   Hangzhou    today      │
                │ · Kyoto     ▸ tomorrow   │
                │   Lisbon                 │
                ╰──────────────────────────╯
        """)
    page.prompts.hideAll()
    _ = await asked.value
  }

  // L40: a menu with pictures, and an item that cannot be chosen with the reason.
  @Test func aMenu() {
    let page = Leaf("Mail")
    let prompts = Prompts()
    prompts.open(
      PromptMenu(
        "More",
        actions: [
          .item("Archive", image: "box") {}, .item("Empty", disabledBecause: "nothing is there") {},
        ]))
    var picture = ScreenPicture(title: page.title)
    var questions = ScreenPicture()
    ScreenContext(
      path: "page", language: .english, makers: ScreenMakers(),
      windows: ListWindows(renderers: .text()), depth: 0
    ).add(prompts, at: "prompts", to: &questions)
    picture.questions = questions.questions
    #expect(picture.questions[0].actions[0].statement == "page.prompts.choose(0, of: 1)")
    let lines = drawn(picture, []).split(separator: "\n")
    #expect(lines.contains { $0.contains("▸( [box] Archive )") }, "\(lines)")
    #expect(lines.contains { $0.contains("( Empty ) nothing is there") }, "\(lines)")
  }

  // L39: an alert with a picture and a text of several styles.
  @Test func anAlertWithAPictureAndAStyledText() {
    var question = ScreenPicture.Question(kind: .alert, caption: "Order", message: "Pay 48?")
    question.styledMessage = ScreenText("Pay ") + ScreenText("48", .strong) + "?"
    question.image = "basket"
    var picture = ScreenPicture(title: "Cart")
    picture.questions = [question]
    let text = drawn(picture, [])
    #expect(text.contains("[basket]") && text.contains("Pay 48?"), "\(text)")
  }

  @Test func aLongToastIsShownWhole() {
    let page = AskingPage()
    page.prompts.toast("There is no network; switch it on or use what is cached.\nCall 555")
    let lines = drawn(page, []).split(separator: "\n").map(String.init)
    #expect(lines.last?.hasSuffix("    Call 555") == true)
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("There is no network; switch it on or use what is cached. Call 555"))
  }

  /// A column has what it needs while there is room.
  @Test func theColumnsOfAPickerAreAsWideAsTheirTitles() {
    var question = ScreenPicture.Question(kind: .picker, caption: "From")
    question.columns = [["1", "2"], ["Shanghai Hongqiao Station", "b"]]
    var picture = ScreenPicture(title: "Trip")
    picture.questions = [question]
    #expect(drawn(picture, []).contains("Shanghai Hongqiao Station"))
    question.columns = [["1", "2"], [String(repeating: "x", count: 90)], ["three"]]
    picture.questions = [question]
    #expect(drawn(picture, []).contains("three"))
  }
}
