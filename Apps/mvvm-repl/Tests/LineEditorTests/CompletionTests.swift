import TerminalTestSupport
import Testing

@Suite(.ownThread) struct CompletionTests {
  @Test func onlyCandidateIsInserted() throws {
    let terminal = try startProbe()
    terminal.type("wa\t")
    try terminal.wait("completed") { $0.text == ["视图❯ watch"] }
  }

  @Test func commonPrefixIsInsertedAndTheMenuNamesKindAndDetail() throws {
    let terminal = try startProbe()
    terminal.type("fo\t")
    try terminal.wait("menu") {
      $0.text == [
        "视图❯ form.",
        " form.phone     var  String, two-way input",
        " form.password  var  String, secure",
        " form.output    get  Output 手机号",
        " form.clear()   cmd  empty both fields 清空",
      ] && $0.cursor == (0, 11)
    }
  }

  @Test func tabWalksTheMenuAndEnterTakesTheCandidate() throws {
    let terminal = try startProbe()
    terminal.type("form.\t\t\t")
    try terminal.wait("second candidate") {
      $0.text.first == "视图❯ form.password" && $0.text.count == 5
        && $0.text(row: 2, withAttribute: 7).hasPrefix(" form.password")
    }
    terminal.type(Keys.backTab)
    try terminal.wait("first candidate") { $0.text.first == "视图❯ form.phone" }
    terminal.type("\r")
    try terminal.wait("menu closed") { $0.text == ["视图❯ form.phone"] }
    terminal.type("\r")
    try terminal.wait("entry runs") { $0.text.contains("\"form.phone\"") }
  }

  @Test func typingNarrowsTheMenu() throws {
    let terminal = try startProbe()
    terminal.type("form.\tp")
    try terminal.wait("two rows") { $0.text.count == 3 && $0.text[0] == "视图❯ form.p" }
    terminal.type("h")
    try terminal.wait("one row") { $0.text.count == 2 && $0.text[0] == "视图❯ form.ph" }
  }

  @Test func escapeBringsBackWhatWasTyped() throws {
    let terminal = try startProbe()
    terminal.type("form.\t\t")
    try terminal.wait("candidate") { $0.text.first == "视图❯ form.phone" }
    terminal.type(Keys.escape)
    try terminal.wait("typed text") { $0.text == ["视图❯ form."] }
  }

  @Test func controlCClosesTheMenuFirst() throws {
    let terminal = try startProbe()
    terminal.type("form.\t")
    try terminal.wait("menu") { $0.text.count == 5 }
    terminal.type(Keys.control("C"))
    try terminal.wait("menu closed, text kept") { $0.text == ["视图❯ form."] }
  }

  @Test func completionKnowsTheCursor() throws {
    let terminal = try startProbe()
    terminal.type("x = 手 + 1" + String(repeating: Keys.left, count: 4) + "\t")
    try terminal.wait("completed in the middle") { $0.text == ["视图❯ x = 手机号 + 1"] }
  }

  @Test func nothingToCompleteIsSaid() throws {
    let terminal = try startProbe()
    terminal.type("zzz\t")
    try terminal.wait("hint") { $0.text == ["视图❯ zzz", "No completions."] }
    terminal.type("z")
    try terminal.wait("hint gone") { $0.text == ["视图❯ zzzz"] }
  }

  @Test func menuFitsASmallWindow() throws {
    let terminal = try startProbe(columns: 30, rows: 4)
    terminal.type("form.\t")
    try terminal.wait("menu") {
      $0.text.count == 4 && $0.text[0] == "视图❯ form." && $0.text[3] == " 1-2 of 4"
    }
  }

  @Test func aLongMenuTakesTwoFifthsOfTheWindowAndTellsItsPlace() throws {
    let terminal = try startProbe(["many"], columns: 80, rows: 24)
    terminal.type("word\t")
    // A picture may come in pieces: all of it is waited for.
    try terminal.wait("menu") { screen in
      screen.text.first?.hasSuffix("❯ word") == true && screen.text.count == 10
        && screen.text.last == " 1-8 of 30"
    }
    terminal.type(Keys.backTab)
    try terminal.wait("the last") { screen in
      screen.text.first?.hasSuffix("❯ word30") == true && screen.text.count == 10
        && screen.text.last == " 23-30 of 30"
    }
  }

  @Test func pagesGoThroughTheMenu() throws {
    let terminal = try startProbe()
    terminal.type("form.\t" + Keys.pageDown)
    try terminal.wait("the last") { $0.text.first == "视图❯ form.clear()" }
    terminal.type(Keys.pageUp)
    try terminal.wait("the first") { $0.text.first == "视图❯ form.phone" }
  }
}
