import TerminalTestSupport
import Testing

@Suite(.ownThread) struct GhostTests {
  @Test func earlierEntryIsOfferedDimAndRightAcceptsIt() throws {
    let terminal = try startProbe()
    terminal.type("form.phone = 1\r")
    try terminal.wait("answer") { $0.text.last == prompt && $0.text.count == 4 }
    terminal.type("form")
    try terminal.wait("ghost") {
      $0.text.last == "视图❯ form.phone = 1" && $0.cursor == (3, 10)
    }
    #expect(terminal.screen.text(row: 3, withAttribute: 2) == ".phone = 1")
    terminal.type(Keys.right + "8")
    try terminal.wait("accepted") { $0.text.last == "视图❯ form.phone = 18" }
  }

  @Test func ghostIsNeverPartOfTheEntry() throws {
    let terminal = try startProbe()
    terminal.type("form.phone = 1\rform\r")
    try terminal.wait("only what was typed") { $0.text.contains("\"form\"") }
    #expect(terminal.screen.text.contains("视图❯ form"))
  }

  @Test func wordOfTheGhostCanBeAccepted() throws {
    let terminal = try startProbe()
    terminal.type("form.phone = 1\r")
    try terminal.wait("answer") { $0.text.count == 4 }
    terminal.type("form\u{1B}[1;5C!")
    try terminal.wait("word") { $0.text.last == "视图❯ form.phone!" }
  }

  @Test func escapeHidesTheGhostUntilTheNextChange() throws {
    let terminal = try startProbe()
    terminal.type("form.phone = 1\r")
    try terminal.wait("answer") { $0.text.count == 4 }
    terminal.type("form")
    try terminal.wait("ghost") { $0.text.last == "视图❯ form.phone = 1" }
    terminal.type(Keys.escape)
    try terminal.wait("hidden") { $0.text.last == "视图❯ form" }
    terminal.type(".")
    try terminal.wait("shown") { $0.text.last == "视图❯ form.phone = 1" }
  }

  @Test func entryThatTheProgramRejectsIsNotSuggested() throws {
    let terminal = try startProbe()
    terminal.type("watch kept\rwatch gone\r")
    try terminal.wait("answers") { $0.text.contains("\"watch gone\"") && $0.text.last == prompt }
    terminal.type("watch")
    try terminal.wait("older one") { $0.text.last == "视图❯ watch kept" }
  }

  @Test func anEntryIsSuggestedUpToWhatTheProgramLeavesOut() throws {
    let terminal = try startProbe()
    terminal.type("watch kept\rwatch a…b\r")
    try terminal.wait("answers") { $0.text.contains("\"watch a…b\"") && $0.text.last == prompt }
    terminal.type("watch")
    try terminal.wait("its beginning") { $0.text.last == "视图❯ watch a" }
    terminal.type(Keys.right + "!")
    try terminal.wait("nothing behind it") { $0.text.last == "视图❯ watch a!" }
  }

  @Test func suggestedNextLineWaitsOnTheEmptyPrompt() throws {
    let terminal = try startProbe()
    terminal.type("suggest\r")
    try terminal.wait("offer") { $0.text.last == "视图❯ form.phone = \"186\"" }
    terminal.type(Keys.right + "\r")
    try terminal.wait("run, and offered once") {
      $0.text.contains("\"form.phone = \\\"186\\\"\"") && $0.text.last == prompt
    }
  }

  @Test func coloursAndDescriptionFollowTheText() throws {
    let terminal = try startProbe()
    terminal.type("watch \"a")
    try terminal.wait("text") { $0.text == ["视图❯ watch \"a"] }
    #expect(terminal.screen.text(row: 0, withAttribute: 35) == "watch")
    #expect(terminal.screen.text(row: 0, withAttribute: 32) == "\"a")
    terminal.type(Keys.control("U") + "form.submit(")
    try terminal.wait("signature") { $0.text == ["视图❯ form.submit(", "submit(retries: Int)"] }
  }
}
