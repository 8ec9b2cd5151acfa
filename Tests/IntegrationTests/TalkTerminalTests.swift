import Foundation
import TerminalTestSupport
import Testing

/// The login talk at a terminal, held with keys.
@Suite(.ownThread) struct TalkTerminalTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  /// The rows of the screen, without the minutes that have passed.
  private func screen(of terminal: PseudoTerminal) -> [String] {
    terminal.screen.text.map { row in
      row.hasPrefix("─") ? "───" : row.replacing(#/ · \d+ min/#, with: " · … min")
    }
  }

  private func wait(forStep step: Int, _ terminal: PseudoTerminal) throws {
    try terminal.wait("step \(step)") { screen in
      screen.transcript.contains { $0.hasPrefix("Step \(step) of 6: ") }
        && screen.text.contains { $0.hasPrefix("Talk login, step \(step) of 6 · ") }
        && screen.text.last == "❯"
    }
  }

  private func waitForEndOfStep(_ terminal: PseudoTerminal, _ last: String = "") throws {
    try terminal.wait("the end of the step") { screen in
      screen.text.last == "The end of this step: Tab continues, Esc leaves the script."
        && (last.isEmpty || screen.text.contains(last))
    }
  }

  @Test(arguments: [(80, 24), (100, 30)])
  func theLoginTalkIsHeldWithKeys(columns: Int, rows: Int) throws {
    let terminal = try fixture.start(["present", "login"], columns: columns, rows: rows)
    try wait(forStep: 1, terminal)
    #expect(
      screen(of: terminal).suffix(9) == [
        "❯ :present login", "", "Talk: The login form",
        "(any key types, Enter runs, Tab goes to the next step, Esc leaves the script)", "",
        "Step 1 of 6: A page without a view", "───", "Talk login, step 1 of 6 · … min of 10", "❯",
      ])
    terminal.type("any keys")
    try terminal.wait("eight characters") { $0.text.last == "❯ let form" }
    terminal.type("\r")
    try waitForEndOfStep(terminal, "  ○ signIn()         not enabled: isPhoneValid is false")
    terminal.type("\t")
    try wait(forStep: 2, terminal)
    // One statement with any keys and Enter, one with Enter alone, the last by going to the next step.
    terminal.type(String(repeating: "x", count: 100))
    try terminal.wait("the whole statement") { $0.text.last == "❯ watch form.isPhoneValid" }
    terminal.type("\r\r\t")
    try wait(forStep: 3, terminal)
    let changes = [
      "Step 2 of 6: What depends on what", "❯ watch form.isPhoneValid",
      "◉ form.isPhoneValid  false", "❯ form.phone = \"1861234\"", "❯ form.phone = \"18612345678\"",
      "◉ form.isPhoneValid  true  ⟵ false", "",
    ]
    #expect(
      screen(of: terminal).suffix(11) == changes + [
        "Step 3 of 6: A button that knows when it can be pressed", "───",
        "Talk login, step 3 of 6 · … min of 10", "❯",
      ])
    terminal.type("\t")
    try wait(forStep: 4, terminal)
    #expect(
      screen(of: terminal).suffix(21) == changes + [
        "Step 3 of 6: A button that knows when it can be pressed", "❯ form.clear()",
        "error E301: form.clear is not enabled", "  1 | form.clear()", "    | ^~~~~~~~~~",
        "  help: isPasswordValid is false", "❯ form.password = \"…\"",
        "❯ form.clear.isEnabled", "true", "", "Step 4 of 6: Why?", "───",
        "Talk login, step 4 of 6 · … min of 10", "❯",
      ])
    terminal.type("\t")
    try wait(forStep: 5, terminal)
    terminal.type("\r")
    try terminal.wait("the drawing") { screen in
      screen.text.contains { $0.contains("[18612345678") } && screen.text.last == "❯"
    }
    terminal.type("\r")
    try terminal.wait("what follows") { screen in
      screen.text.contains { $0.contains("[186  ") }
        && screen.text.contains("◉ form.isPhoneValid  false  ⟵ true")
    }
    terminal.type("\t")
    try wait(forStep: 6, terminal)
    terminal.type("\t")
    // A key too many says nothing, and one more leaves.
    try terminal.wait("the end of the script") { screen in
      screen.text.last == "The end of the talk: Enter, Tab or Esc leaves it."
    }
    terminal.type("xyz\t")
    try terminal.wait("the end") { screen in
      screen.text.contains { $0.hasPrefix("Talk login, the end · ") } && screen.text.last == "❯"
    }
    #expect(
      screen(of: terminal).suffix(15) == [
        "  form.phoneColor        .red  ⟵ .black",
        "  form.remember()        not enabled: isPhoneValid is false  ⟵ ready",
        "  form.signIn()          not enabled: isPhoneValid is false  ⟵ ready",
        "  form.useRemembered()   ready  ⟵ not enabled: canUseRemembered is false",
        "❯ form.clear()", "◉ form.isPhoneValid  false  ⟵ true", "✓ form.clear()", "❯ undo",
        "◉ form.isPhoneValid  true  ⟵ false", "undone: form.clear()", "❯ expect form.canClear",
        "The end of the talk. :present stop brings your own workspace back.", "───",
        "Talk login, the end · … min of 10", "❯",
      ])
    for step in 1...6 {
      #expect(terminal.screen.transcript.count { $0.hasPrefix("Step \(step) of 6: ") } == 1)
    }
    try terminal.enter(":present stop")
    #expect(screen(of: terminal).suffix(2) == ["Back in your own workspace.", "❯"])
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test(arguments: ["\u{1B}", "\u{3}", "\u{4}"])
  func whoLeavesTheScriptComesBackToTheStatementThatWaited(key: String) throws {
    let terminal = try fixture.start(["present", "login"], columns: 80, rows: 24)
    try wait(forStep: 1, terminal)
    terminal.type("\r\t")
    try wait(forStep: 2, terminal)
    terminal.type("\r")
    try terminal.wait("the watch") { $0.text.contains("◉ form.isPhoneValid  false") }
    terminal.type("half\u{7F}")
    try terminal.wait("three characters") { $0.text.last == "❯ for" }
    terminal.type(key)
    try terminal.wait("the ordinary prompt") { screen in
      screen.text.last == "❯" && screen.text.contains { $0.contains("off script: :resume") }
    }
    try terminal.enter("form.phone = \"18600000000\"")
    try terminal.enter("let mine = 1")
    terminal.type(":resume\r")
    try terminal.wait("the script") { screen in
      screen.text.contains { $0.hasPrefix("Back in step 2; statement 2 comes next") }
        && screen.text.contains { $0.hasSuffix("min of 10") } && screen.text.last == "❯"
    }
    terminal.type("\r\r")
    try waitForEndOfStep(terminal, "◉ form.isPhoneValid  true  ⟵ false")
    terminal.type(key)
    try terminal.wait("the ordinary prompt") { $0.text.last == "❯" }
    try terminal.enter("mine")
    #expect(terminal.screen.transcript.joined().contains("there is no 'mine'"))
    try terminal.enter(":present stop")
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
  }

  /// Begins a talk of one step, and plays it up to the end of the step.
  private func presentPage(_ arguments: [String] = [], columns: Int, rows: Int) throws
    -> PseudoTerminal
  {
    let talk = "# Pages\n## A page\n```mvvm\nlet form = LoginForm()\n:screen form\n```\n"
    _ = try fixture.folder.write(Data(talk.utf8), as: "pages.md")
    let terminal = try fixture.start(arguments, columns: columns, rows: rows)
    terminal.type(":present pages.md\r")
    try terminal.wait("the step") { screen in
      screen.text.contains { $0.hasPrefix("Talk pages, step 1 of 1") } && screen.text.last == "❯"
    }
    terminal.type("\r")
    try terminal.wait("the form") { screen in
      screen.text.last == "❯" && screen.text.contains { $0.contains("useRemembered()") }
    }
    terminal.type("\r")
    try terminal.wait("the page") { screen in
      screen.text.contains { $0.contains("password") }
        && screen.text.last?.hasPrefix("The end of the talk") == true
    }
    return terminal
  }

  @Test func theWayIntoAPageIsToldBehindATalkThatHasDrawnOne() throws {
    let terminal = try presentPage(columns: 80, rows: 24)
    terminal.type("\u{1B}")
    try terminal.wait("the end") { screen in
      screen.text.contains { $0.hasPrefix("Talk pages, the end") } && screen.text.last == "❯"
    }
    try terminal.enter(":present stop")
    #expect(!terminal.screen.transcript.joined(separator: " ").contains("moves into the page"))
    try terminal.enter("let form = LoginForm()")
    terminal.type(":screen form\r")
    try terminal.wait("the way into the page") { screen in
      screen.text.joined(separator: " ").contains("moves into the page above")
    }
    terminal.hangUp()
  }

  @Test func theWayBackIntoATalkStaysInANarrowWindow() throws {
    let talk = "# Sums\n## A sum\n```mvvm\n1 + 1\n2 + 2\n```\n"
    _ = try fixture.folder.write(Data(talk.utf8), as: "sums.md")
    let terminal = try fixture.start(columns: 40, rows: 12)
    terminal.type(":present sums.md\r")
    try terminal.wait("the step") { screen in
      screen.text.contains { $0.hasPrefix("Talk sums, step 1 of 1 · ") } && screen.text.last == "❯"
    }
    terminal.type("\u{1B}")
    try terminal.wait("the way back") {
      $0.text.contains("off script: :resume, :present stop")
    }
    terminal.type(":present next\r")
    try terminal.wait("the advice") { $0.text.contains("  help: Write :resume.") }
    terminal.resize(columns: 80, rows: 12)
    try terminal.wait("the whole row") { _ in
      screen(of: terminal).contains(
        "Talk sums, step 1 of 1 · … min · off script: :resume, :present stop")
    }
    terminal.resize(columns: 25, rows: 12)
    try terminal.enter(":resume")
    try terminal.wait("the step without the time") { $0.text.contains("Talk sums, step 1 of 1") }
    terminal.hangUp()
  }
}
