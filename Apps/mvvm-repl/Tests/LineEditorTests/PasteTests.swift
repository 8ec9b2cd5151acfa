import Foundation
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct PasteTests {
  @Test func pastedLinesAreOneEntryAndDoNotRun() throws {
    let terminal = try startProbe()
    terminal.type(Keys.pasted("let a = 1\r\nlet b = \"粘贴\"\rform.clear()\n"))
    try terminal.wait("three lines") {
      $0.text == ["视图❯ let a = 1", "    … let b = \"粘贴\"", "    … form.clear()"]
    }
    terminal.type("\r")
    try terminal.wait("one entry") { $0.text.contains("=> 35 scalars, 3 lines") }
  }

  @Test func pastedTabDoesNotComplete() throws {
    let terminal = try startProbe()
    terminal.type(Keys.pasted("form.ph\tx") + "\r")
    try terminal.wait("tab kept") { $0.text.contains("\"form.ph\\tx\"") }
  }

  @Test func controlCharactersInAPasteAreLeftOut() throws {
    let terminal = try startProbe()
    terminal.type(Keys.pasted("a\u{03}b\u{1B}]c\u{04}d") + "\r")
    try terminal.wait("clean text") { $0.text.contains("\"ab]cd\"") }
  }

  @Test func aPasteIsTextWhileACommandRuns() throws {
    let terminal = try startProbe()
    terminal.type("run\r")
    try terminal.wait("running") { $0.text.last == "running" }
    terminal.type(Keys.pasted("a\u{3}b\rc\u{1C}d\u{1A}\r") + Keys.control("C") + "end\r")
    try terminal.wait("the entry behind it") { $0.text.contains("\"end\"") }
    #expect(
      terminal.screen.text.prefix(4) == ["视图❯ run", "running", "interrupted", "视图❯ end"])
  }

  /// The connection lost the end of the paste.
  @Test func aPasteWithoutAnEndLeavesTheKeyThatInterrupts() throws {
    let terminal = try startProbe()
    terminal.type("run\r")
    try terminal.wait("running") { $0.text.last == "running" }
    terminal.type("\u{1B}[200~abc")
    try terminal.wait("interrupted") {
      terminal.type(Keys.control("C"))
      return $0.text.contains("interrupted")
    }
    terminal.type("end\r")
    try terminal.wait("the entry behind it") { $0.text.contains("\"end\"") }
  }

  @Test func aPasteTypedAheadIsOneEntry() throws {
    let terminal = try startProbe()
    terminal.type("hold\r")
    try terminal.wait("holding") { $0.text.last == "holding" }
    terminal.type("\(Keys.pasted("a\u{3}b\rc"))!\r")
    terminal.signal(SIGUSR1)
    try terminal.wait("one entry") { $0.text.contains("\"ab\\nc!\"") }
  }

  @Test func fourHundredLinesAreOneEntry() throws {
    let terminal = try startProbe()
    let text = (1...400).map { "let x\($0) = \"粘贴\"" }.joined(separator: "\n")
    terminal.type(Keys.pasted(text) + "!\r")
    try terminal.wait("one entry") { screen in
      screen.transcript.contains("=> \(text.unicodeScalars.count + 1) scalars, 400 lines")
    }
  }

  @Test func pasteLongerThanAnEntryIsRefusedInWords() throws {
    let terminal = try startProbe()
    terminal.type("a" + Keys.pasted(String(repeating: "x", count: 3_000_000)))
    try terminal.wait("refusal") {
      $0.text.contains { $0.hasPrefix("The pasted text has 3000000 bytes") }
        && $0.text.last == "视图❯ a"
    }
  }
}
