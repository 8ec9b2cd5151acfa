import Foundation
import TerminalTestSupport
import Testing

/// What a program that takes over goes on with, and what it does not do again.
@Suite(.ownThread, .serialized) struct TakeoverTests {
  let counter: BuiltCounter

  init() throws { counter = try BuiltCounter() }

  /// It belongs to all programs of a run together.
  @Test(arguments: [[], ["--plain"]]) func theTimeLimitGoesOn(options: [String]) throws {
    // A machine that is busy may need a longer limit for the reload.
    let goesOn = try [20, 50, 100].contains { try timeLimitGoesOn($0, options) }
    #expect(goesOn)
  }

  /// Whether a program that has taken over ends when the limit of the first one does.
  private func timeLimitGoesOn(_ seconds: Int, _ options: [String]) throws -> Bool {
    let start = ContinuousClock.now
    let terminal = try counter.start(
      ["--timeout", "\(seconds)"] + options, until: options.isEmpty ? "❯" : ">")
    terminal.type("20 + 22\r")
    try terminal.wait("the sum") { $0.text.contains("42") }
    while ContinuousClock.now - start < .seconds(seconds * 2 / 5) { terminal.read(for: 50) }
    let typed = ContinuousClock.now
    terminal.type(":reload\r")
    #expect(try terminal.waitForExit() == .status(124))
    // A limit that began anew would end later.
    return ContinuousClock.now - typed < .seconds(seconds)
      && terminal.screen.transcript.contains { $0.hasPrefix("Reloaded in ") }
  }

  @Test func aTalkIsNotGivenByTheTrialNorAgain() throws {
    let talk =
      "# A talk\n## One\n```mvvm\nlet c = Counter()\n```\n## Two\n```mvvm\n:save two\n```\n"
    _ = try counter.fixture.folder.write(Data(talk.utf8), as: "talk.md")
    let terminal = try counter.start(["present", "talk.md"], until: "❯")
    try terminal.wait("the first step") { screen in
      screen.transcript.contains { $0.hasPrefix("Step 1 of 2: ") } && screen.text.last == "❯"
    }
    terminal.type("\u{1B}")
    try terminal.wait("the prompt") { $0.text.contains { $0.contains("off script") } }
    terminal.type(":reload\r")
    try terminal.wait("the new program") { screen in
      screen.transcript.contains { $0.hasPrefix("Reloaded in ") } && screen.text.last == "❯"
    }
    try terminal.enter("20 + 1")
    #expect(terminal.screen.transcript.count { $0.hasPrefix("❯ :present") } == 1)
    let saved = counter.fixture.folder.url.appending(path: "two")
    #expect(!FileManager.default.fileExists(atPath: saved.path))
  }

  /// As when a person leaves the screen.
  @Test(arguments: [
    ("9", "c.count = 9", "❯ c.count = 9"),
    ("\u{1B}[F\r9", "add", "what you typed for add was not applied"),
  ])
  func whatIsHalfTypedInTheScreenIsTakenOverOrItsLossIsTold(
    keys: String, what: String, told: String
  ) throws {
    counter.holdBuilds()
    let terminal = try counter.start()
    try terminal.enter("let c = Counter()")
    terminal.type(":screen c\r")
    try terminal.wait("the screen") { $0.text.contains { $0.contains("( add… )") } }
    terminal.type(":reload\r")
    try counter.waitForHeldBuild(terminal)
    terminal.type("\u{1B}s")
    try terminal.wait("the focus") { $0.text.contains { $0.hasPrefix("▸ count") } }
    terminal.type(keys)
    try terminal.wait("the field") { $0.text.contains { $0.contains("9▏") } }
    counter.letBuildGoOn()
    try terminal.wait("the new program") { screen in
      screen.transcript.contains { $0.hasPrefix("Reloaded in ") }
        && screen.text.last?.hasPrefix("❯") == true
    }
    #expect(terminal.screen.transcript.contains { $0.hasPrefix(told) }, "\(terminal.picture)")
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains(what == "add" ? "1" : "10"), "\(terminal.picture)")
  }
}
