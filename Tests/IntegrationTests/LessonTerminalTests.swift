import TerminalTestSupport
import Testing

/// A lesson at a terminal.
@Suite(.ownThread) struct LessonTerminalTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  /// It was among the lines that `:more` showed.
  @Test func theNextTaskIsInSightBelowALongValue() throws {
    let terminal = try fixture.start(columns: 80, rows: 24)
    try terminal.enter(":lesson 1")
    terminal.type("let form = LoginForm()\r")
    try terminal.wait("the prompt") {
      $0.text.last?.hasPrefix(PromptFixture.prompt) == true
        && $0.text.contains { $0.contains("✓ Step 1 of 3 is done") }
    }
    #expect(!terminal.screen.text.contains { $0.hasSuffix(":more") }, "\(terminal.screen.text)")
    terminal.hangUp()
  }

  /// Its end, or all of it, was among the lines that `:more` showed.
  @Test(arguments: ["6.3", "8.1", "16.4", "17.2"])
  func theTaskOfAStepIsInSightFromTheBeginning(step: String) throws {
    let terminal = try fixture.start(columns: 80, rows: 24)
    terminal.type(":lesson \(step)\r")
    try terminal.wait("the row of the lesson and the prompt") { screen in
      screen.text.suffix(2).first?.hasPrefix("Lesson ") == true
        && screen.text.last?.hasPrefix("❯") == true
    }
    let shown = terminal.screen.text
    #expect(!shown.contains { $0.hasSuffix(":more") }, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("Step ") } && shown.contains { $0.hasPrefix("▸ ") })
    terminal.hangUp()
  }

  /// The task of the next step stands below the answer, whose rest is not what follows the task.
  @Test func whatIsLeftOfAnAnswerAboveATaskIsSaidToBeAboveIt() throws {
    let terminal = try fixture.start(columns: 40, rows: 12)
    terminal.type(":lesson 1\r")
    try terminal.wait("the lesson") { $0.text.last == "❯ :more" }
    terminal.type("let form = LoginForm()\r")
    try terminal.wait("the next step") { screen in
      screen.text.last == "❯ :more" && screen.text.contains { $0.hasPrefix("Step 2 of 3") }
    }
    let told = terminal.screen.text.first { $0.hasPrefix("… ") }
    #expect(told?.hasSuffix(" more lines from further up: :more") == true)
    terminal.hangUp()
  }

  @Test func aTaskThatIsLongerThanTheWindowGoesOnWithMore() throws {
    let terminal = try fixture.start(columns: 40, rows: 10)
    terminal.type(":lesson 3\r")
    try terminal.wait("the beginning") { $0.text.last == "❯ :more" }
    #expect(terminal.screen.text.contains { $0.hasPrefix("Step 1 of 3") })
    #expect(terminal.screen.text.contains { $0.hasPrefix("… ") && $0.hasSuffix(":more") })
    var count = 0
    while terminal.screen.text.last == "❯ :more" {
      let task = terminal.screen.transcript
      #expect(!task.contains { $0.contains("the form can be cleared") }, "\(task)")
      count += 1
      terminal.type("\u{1B}[C\r")
      try terminal.wait("what follows") { screen in
        screen.transcript.count { $0 == "❯ :more" } == count + (screen.text.last == "❯" ? 0 : 1)
          && screen.text.last?.hasPrefix("❯") == true
      }
    }
    #expect(terminal.screen.text.contains { $0.contains("the form can be cleared") })
    terminal.hangUp()
  }
}
