import Foundation
import TerminalTestSupport
import Testing

@testable import LineEditor

@Suite(.ownThread) struct QuestionTests {
  @Test(arguments: [("h", "documentation"), ("e", "value")])
  func theAnswerStandsBelowUntilTheNextKey(key: String, question: String) throws {
    let terminal = try startProbe()
    terminal.type("手机 a" + Keys.left + "\u{1B}\(key)")
    try terminal.wait("answer") {
      $0.text == ["视图❯ 手机 a", "\(question) of 手机 a at 7", "second line"]
        && $0.cursor == (0, 11)
    }
    terminal.type("b")
    try terminal.wait("gone") { $0.text == ["视图❯ 手机 ba"] }
  }

  @Test func anAnswerThatComesAfterTheNextKeyIsDropped() throws {
    let terminal = try startProbe()
    terminal.type("slow\u{1B}e" + "x")
    try terminal.wait("typed on") { $0.text == ["视图❯ slowx"] }
    terminal.signal(SIGUSR1)
    terminal.type("\u{15}y\u{1B}h")
    try terminal.wait("the next answer") {
      $0.text == ["视图❯ y", "documentation of y at 1", "second line"]
    }
  }

  /// Alt-s waits behind what was typed before it; pressed again it leaves at once.
  @Test(arguments: [Keys.control("C"), "\u{1B}s\u{1B}s"])
  func whoeverLeavesThePanelWaitsForNoReply(_ key: String) throws {
    let terminal = try startProbe()
    terminal.type("\u{1B}s")
    try terminal.wait("the hint") { $0.text.last == "Alt-s leaves." }
    terminal.type("xab" + key + "let c\r")
    try terminal.wait("what was typed behind it") { $0.text.contains(#""let c""#) }
  }

  @Test func keysThatComeBeforeAReplyAreTakenOneByOneBehindIt() throws {
    let terminal = try startProbe()
    terminal.type("\u{1B}s" + "ab\rab\r")
    try terminal.wait("the entries of the panel") {
      $0.text.count { $0 == "=> 10 scalars, 1 lines" } == 2
    }
    terminal.type(Keys.control("C") + "let d\r")
    try terminal.wait("the entry behind it") { $0.text.contains(#""let d""#) }
  }

  @Test func whatNothingInThePanelTakesIsTypedAtThePrompt() throws {
    let terminal = try startProbe()
    terminal.type("le\u{1B}s")
    try terminal.wait("the hint") { $0.text.last == "Alt-s leaves." }
    terminal.type("at c\r")
    try terminal.wait("the entry") { $0.text.contains(#""let c""#) }
  }

  @Test(arguments: [
    ("\u{1}", "home"), ("\u{2}", "left"), ("\u{5}", "end"), ("\u{6}", "right"),
    ("\u{B}", "eraseRest"),
    ("\u{15}", "eraseAll"), ("\u{17}", "eraseWord"), ("\u{12}", "pull"), ("\u{14}", nil),
  ]) func keysWithControlAreThoseOfTheEntry(_ key: String, _ name: String?) {
    let scalar = key.unicodeScalars.first ?? " "
    #expect(LineEditor.PanelKey(.scalar(scalar)).map { "\($0)" } == name)
  }

  @Test func aLongAnswerIsReadPageByPage() throws {
    let terminal = try startProbe(rows: 8)
    terminal.type("long\u{1B}h")
    try terminal.wait("its beginning") {
      $0.text.suffix(2) == ["line 6", " 1-6 of 30  PageUp, PageDown"]
    }
    terminal.type(Keys.pageDown)
    try terminal.wait("the next page") {
      $0.text
        == ["视图❯ long"] + (7...12).map { "line \($0)" } + [" 7-12 of 30  PageUp, PageDown"]
    }
    terminal.type(String(repeating: Keys.pageDown, count: 5))
    try terminal.wait("its end") {
      $0.text.suffix(2) == ["line 30", " 25-30 of 30  PageUp, PageDown"]
    }
    terminal.type(Keys.pageUp)
    try terminal.wait("a page back") { $0.text.last == " 19-24 of 30  PageUp, PageDown" }
    terminal.resize(columns: 60, rows: 40)
    try terminal.wait("all of it") { $0.text.count == 31 && $0.text.last == "line 30" }
    terminal.type("x")
    try terminal.wait("gone") { $0.text == ["视图❯ longx"] }
  }

  @Test func aReplyOfThePanelThatComesAfterTheReadingWaitsForTheNextOne() throws {
    let terminal = try startProbe()
    terminal.type("cancel-next\r")
    try terminal.wait("prompt") { $0.text.last == prompt && $0.text.count == 2 }
    terminal.type("le\u{1B}sy")
    try terminal.wait("the hint") { $0.text.last == "Alt-s leaves." }
    terminal.signal(SIGUSR1)
    try terminal.wait("reading was cancelled") { $0.text.contains("cancelled") }
    terminal.signal(SIGUSR2)
    try terminal.wait("the entry") { $0.text.contains("\"form.password\"") }
    try terminal.wait("what was typed") { $0.text.suffix(2) == ["视图❯ le", "Alt-s leaves."] }
  }

  @Test func theLookChangesWhileTheEditorRuns() throws {
    let terminal = try startProbe()
    terminal.type("theme\r")
    try terminal.wait("prompt") { $0.text.last == prompt && $0.text.count == 2 }
    terminal.type("a")
    try terminal.wait("bold") { screen in
      screen.text.last == "视图❯ a"
        && screen.attributes(row: screen.cursor.row, column: 6).contains(1)
    }
  }

  @Test func thePanelBeatsWhileOneTypesAndDisturbsNothing() throws {
    let terminal = try startProbe()
    let rule = String(repeating: "─", count: 59)
    terminal.type("beat\r")
    try terminal.wait("first beat") {
      $0.text == ["视图❯ beat", rule, "◉ count  0", "◉ 手机号  0", prompt]
    }
    var typed = ""
    for count in 1...8 {
      typed += count.isMultiple(of: 2) ? "登" : "x"
      terminal.type(typed.suffix(1) + Keys.left)
      terminal.signal(SIGUSR1)
      try terminal.wait("beat \(count)") {
        $0.text == [
          "视图❯ beat", rule, "◉ count  \(count)", "◉ 手机号  \(count * count)", "视图❯ \(typed)",
        ]
      }
      terminal.type(Keys.control("E"))
    }
    #expect(terminal.screen.transcript.count == 5)
  }

  @Test func theCursorStaysWithinTheTextWhileThePanelBeats() throws {
    let terminal = try startProbe(columns: 20, rows: 8)
    terminal.type("beat\r")
    try terminal.wait("first beat") { $0.text.contains("◉ count  0") && $0.text.last == prompt }
    terminal.type("一二三四五六七八九十" + Keys.left + Keys.left)
    func isWhole(_ screen: ScreenEmulator) -> Bool {
      screen.text.suffix(2) == ["视图❯ 一二三四五六七", "八九十"] && screen.cursor == (5, 2)
    }
    try terminal.wait("wrapped", until: isWhole)
    terminal.signal(SIGUSR1)
    try terminal.wait("second beat") { $0.text.contains("◉ count  1") && isWhole($0) }
  }

  @Test func theProgramAsksOutsideOfTheHistory() throws {
    let terminal = try startProbe()
    terminal.type("ask\r")
    try terminal.wait("the question") { $0.text.last == "size?" }
    terminal.type(Keys.up + "12\r")
    try terminal.wait("the answer") { $0.text.suffix(2) == ["answer 12", "视图❯"] }
    #expect(terminal.screen.text.contains("size? 12"))
    terminal.type(Keys.up)
    try terminal.wait("the entry before") { $0.text.last == "视图❯ ask" }
  }

  @Test(arguments: [Keys.escape, "1" + Keys.escape, Keys.control("C"), Keys.control("D")])
  func aQuestionIsLeft(keys: String) throws {
    let terminal = try startProbe()
    terminal.type("ask\r")
    try terminal.wait("the question") { $0.text.last == "size?" }
    terminal.type(keys)
    try terminal.wait("left") { $0.text.suffix(2) == ["left", "视图❯"] }
  }

  @Test func escapeClosesTheMenuOfAnAnswerFirst() throws {
    let terminal = try startProbe()
    terminal.type("ask\r")
    try terminal.wait("the question") { $0.text.last == "size?" }
    terminal.type("form.\t")
    try terminal.wait("the menu") { $0.text.count > 4 }
    terminal.type(Keys.escape)
    try terminal.wait("no menu") { $0.text.last == "size? form." }
    terminal.type(Keys.escape)
    try terminal.wait("left") { $0.text.suffix(2) == ["left", "视图❯"] }
  }

  @Test func aTextIsTakenAsIfTyped() throws {
    let terminal = try startProbe()
    terminal.type("enter\r")
    try terminal.wait("the line") { $0.text.suffix(2) == ["视图❯ form.phone", "视图❯"] }
    terminal.type(Keys.up)
    try terminal.wait("the history") { $0.text.last == "视图❯ form.phone" }
  }
}
