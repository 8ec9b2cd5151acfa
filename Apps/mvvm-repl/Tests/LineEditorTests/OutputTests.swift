import TerminalTestSupport
import Testing

@Suite(.ownThread) struct OutputTests {
  @Test func linesAppearAboveThePromptWhileOneTypes() throws {
    let terminal = try startProbe()
    terminal.type("tick 3\r")
    try terminal.wait("prompt is back") { $0.text.last == prompt }
    terminal.type("手机号 abc" + Keys.left)
    // A line above may be there a moment before the prompt below it is drawn again.
    try terminal.wait("all lines above the entry") {
      $0.text == [
        "视图❯ tick 3", "tick 1 登录", "tick 2 登录", "tick 3 登录", "视图❯ 手机号 abc",
      ]
    }
    terminal.type("X")
    try terminal.wait("cursor kept its place") { $0.text.last == "视图❯ 手机号 abXc" }
  }

  @Test func linesAboveAWrappedEntryLeaveItWhole() throws {
    let terminal = try startProbe(columns: 20, rows: 10)
    terminal.type("tick 2\r")
    let text = "一二三四五六七八九十 abcdefghij"
    terminal.type(text)
    try terminal.wait("lines and entry") { screen in
      screen.text == [
        "视图❯ tick 2", "tick 1 登录", "tick 2 登录", "视图❯ 一二三四五六七", "八九十 abcdefghij",
      ]
    }
  }

  @Test func panelStaysAboveThePromptAndChangesInPlace() throws {
    let terminal = try startProbe()
    let rule = String(repeating: "─", count: 59)
    terminal.type("panel phone=186 valid=false\r")
    try terminal.wait("panel") { $0.text.suffix(4) == [rule, "phone=186", "valid=false", prompt] }
    terminal.type("panel phone=187\r")
    try terminal.wait("panel changed") {
      $0.text == [
        "视图❯ panel phone=186 valid=false", "视图❯ panel phone=187", rule, "phone=187", prompt,
      ]
    }
  }

  @Test func longOutputScrollsAndLeavesThePromptUsable() throws {
    let terminal = try startProbe(rows: 5)
    terminal.type("tick 12\rabc")
    try terminal.wait("last line") {
      $0.text.suffix(2) == ["tick 12 登录", "视图❯ abc"]
    }
    #expect(terminal.screen.transcript.filter { $0.hasPrefix("tick") }.count == 13 - 1)
  }
}
