import Foundation
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct LifetimeTests {
  @Test func cancelledReadingKeepsWhatWasTyped() throws {
    let terminal = try startProbe()
    terminal.type("cancel-next\r")
    try terminal.wait("prompt") { $0.text.last == prompt }
    terminal.type("form.p")
    try terminal.wait("text") { $0.text.last == "视图❯ form.p" }
    terminal.signal(SIGUSR1)
    try terminal.wait("cancelled, and the text is back") {
      $0.text == ["视图❯ cancel-next", "cancelled", "视图❯ form.p"]
    }
    terminal.type("hone\r")
    try terminal.wait("goes on") { $0.text.contains("\"form.phone\"") }
  }

  @Test func aReadingIsCancelledAtWhateverMoment() throws {
    let terminal = try startProbe()
    terminal.type("cancel-often\r")
    try terminal.wait("all") { $0.text.contains("all were cancelled") }
  }

  @Test func secondReaderIsRefused() throws {
    let terminal = try startProbe()
    terminal.type("read-twice\r")
    // Nothing is typed before: the first reader could be done when the second one comes.
    try terminal.wait("refusal") {
      $0.text.contains { $0.hasPrefix("busy: An entry is already being read") }
    }
    terminal.type("x\r")
    try terminal.wait("prompt") { $0.text.last == prompt && $0.text.contains("视图❯ x") }
  }

  @Test func secondEditorIsRefused() throws {
    let terminal = try startProbe()
    terminal.type("second\r")
    try terminal.wait("refusal") {
      $0.text.contains("alreadyRunning") && $0.text.last == prompt
    }
  }

  @Test func linesFromManyThreadsStayWholeAndInOrder() throws {
    let terminal = try startProbe(columns: 80, rows: 50)
    terminal.type("flood\r")
    try terminal.wait("all lines") { screen in
      screen.transcript.filter { $0.hasPrefix("thread ") }.count == 400
    }
    for thread in 0..<4 {
      let lines = terminal.screen.transcript.filter { $0.hasPrefix("thread \(thread) ") }
      #expect(lines == (0..<100).map { "thread \(thread) line \($0)" })
    }
  }

  @Test func fasterOutputThanTheTerminalTakesIsNotPiledUp() throws {
    let terminal = try startProbe(columns: 120)
    terminal.type("pour\r")
    try terminal.wait("last line") { screen in
      screen.text.dropLast().last?.hasSuffix(" 14999") == true && screen.text.last == prompt
    }
    terminal.type("x\r")
    try terminal.wait("answer") { $0.text.suffix(2) == ["\"x\"", prompt] }
  }

  @Test func closedOutputEndsTheProgramWithoutACrash() throws {
    let terminal = try startProbe()
    terminal.type("run\r")
    try terminal.wait("running") { $0.text.contains("running") }
    terminal.hangUp()
    let exit = try terminal.waitForExit()
    #expect(exit == .signal(SIGHUP) || exit == .status(0))
  }
}
