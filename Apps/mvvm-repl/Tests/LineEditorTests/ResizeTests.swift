import TerminalTestSupport
import Testing

@Suite(.ownThread) struct ResizeTests {
  @Test(arguments: [(20, 12), (33, 12), (90, 12), (8, 12)])
  func wrappedEntryIsRedrawnWithoutLeftovers(_ columns: Int, _ rows: Int) throws {
    let terminal = try startProbe(columns: 40, rows: rows)
    let text = "watch 一二三四五六七八九十 again and again and again end"
    terminal.type(text)
    try terminal.wait("text") { $0.text.joined() == "视图❯ \(text)" }
    terminal.resize(columns: columns, rows: rows)
    terminal.type("!")
    try terminal.wait("redrawn once") {
      $0.transcript.joined(separator: "").replacing(" ", with: "")
        == "视图❯ \(text)!".replacing(" ", with: "")
    }
  }

  @Test func narrowingAndTypingAtTheFarEndIsSafe() throws {
    let terminal = try startProbe(columns: 80)
    terminal.type(String(repeating: "x", count: 60))
    try terminal.wait("text") { $0.text.last == "视图❯ " + String(repeating: "x", count: 60) }
    terminal.resize(columns: 30, rows: 12)
    terminal.type("yy\r")
    try terminal.wait("answer") { $0.text.contains("=> 62 scalars, 1 lines") }
  }

  @Test func menuAndPanelSurviveAResize() throws {
    let terminal = try startProbe(columns: 60)
    terminal.type("panel one two\rform.\t")
    try terminal.wait("menu") { $0.text.count == 9 && $0.text.last?.hasSuffix("清空") == true }
    terminal.resize(columns: 30, rows: 12)
    terminal.type("p")
    try terminal.wait("narrowed") {
      $0.text == [
        "视图❯ panel one two", String(repeating: "─", count: 29), "one", "two", "视图❯ form.p",
        " form.phone     var  String,…",
        " form.password  var  String,…",
      ]
    }
  }

  @Test func entryTallerThanTheWindowShowsTheRowsAroundTheCursor() throws {
    let terminal = try startProbe(columns: 30, rows: 6)
    let text = (1...40).map { "line \($0) 中文" }.joined(separator: "\n")
    terminal.type(Keys.pasted(text))
    try terminal.wait("end") { $0.text.last == "    … line 40 中文" }
    #expect(terminal.screen.text.count == 6)
    terminal.type(String(repeating: Keys.up, count: 39) + "X")
    try terminal.wait("start") { $0.text.first == "视图❯ line 1 中文X" }
    terminal.type("\r")
    try terminal.wait("whole entry") { $0.transcript.contains { $0.hasPrefix("=> ") } }
    #expect(terminal.screen.transcript.contains("    … line 20 中文"))
  }
}
