import Foundation
import TerminalTestSupport
import Testing

/// A program that takes its own place again and again, and one that ends in the middle.
@Suite(.ownThread, .serialized) struct ReloadedProcessTests {
  let counter: BuiltCounter

  init() throws { counter = try BuiltCounter() }

  private func reload(_ terminal: PseudoTerminal) throws {
    let before = terminal.output.count
    terminal.type(":reload\r")
    let line = Array("Reloaded in ".utf8)
    try terminal.wait("the new program") { screen in
      screen.text.last == PromptFixture.prompt
        && terminal.output[before...].firstRange(of: line) != nil
    }
  }

  #if os(Linux)
    @Test func aSecretIsHandedOverInMemoryOnly() throws {
      let terminal = try counter.start()
      try terminal.enter("let c = Counter(); c.pin = \"hunter2\"")
      try reload(terminal)
      let secret = Data("hunter2".utf8)
      for name in ["environ", "cmdline"] {
        let text = try Data(contentsOf: URL(filePath: "/proc/\(terminal.process)/\(name)"))
        #expect(text.firstRange(of: secret) == nil, "\(name)")
      }
      let folder = counter.fixture.folder.url
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for path in paths {
        guard let text = try? Data(contentsOf: folder.appending(path: path)) else { continue }
        #expect(text.firstRange(of: secret) == nil, "\(path)")
      }
      try terminal.enter("expect c.pin == \"hunter2\"")
      #expect(!terminal.screen.text.contains { $0.hasPrefix("error") }, "\(terminal.picture)")
    }

    /// What each descriptor leads to, as `7 socket:[4711]`; one that is closed meanwhile leads nowhere.
    ///
    /// A file of another test, open when the program was started, is the same when it has been deleted.
    private func descriptors(of terminal: PseudoTerminal) throws -> [String] {
      let folder = "/proc/\(terminal.process)/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return place.map { "\(name) \($0.replacing(" (deleted)", with: ""))" }
      }.sorted()
    }

    private func children(of terminal: PseudoTerminal) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
        let status = (try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)) ?? ""
        let behind = status.split(separator: ")").last?.split(separator: " ") ?? []
        return behind.dropFirst().first == "\(terminal.process)"
      }
    }

    /// What is inherited would stay open in every program that follows.
    @Test func noDescriptorThatServingTakesIsInherited() throws {
      let terminal = try counter.start()
      let before = try descriptors(of: terminal)
      try terminal.enter(":serve")
      let new = try descriptors(of: terminal).filter { !before.contains($0) }
      #expect(new.contains { $0.contains(" socket:") })
      for line in new {
        let file = "/proc/\(terminal.process)/fdinfo/\(line.prefix { $0 != " " })"
        // One that was closed meanwhile is not there any more.
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        guard let flags = text?.firstMatch(of: /flags:\s+(\d+)/)?.1 else { continue }
        #expect((Int32(flags, radix: 8) ?? 0) & O_CLOEXEC != 0, "\(line)")
      }
    }

    /// `RELOADS` sets how many there are.
    @Test func manyReloadsLeaveNothingBehind() throws {
      let count = Int(ProcessInfo.processInfo.environment["RELOADS"] ?? "") ?? 8
      let terminal = try counter.start()
      try terminal.enter("let c = Counter(start: 3)")
      try terminal.enter("watch c.isEven; c.count = 5; 20 + 2")
      try reload(terminal)
      let (descriptors, state) = (try self.descriptors(of: terminal), counter.fixture.data)
      let files = try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
      for _ in 1..<count { try reload(terminal) }
      // What is open for a moment only is closed soon.
      try? terminal.wait { _ in
        (try? self.descriptors(of: terminal).count) ?? 0 <= descriptors.count
      }
      let after = try self.descriptors(of: terminal)
      #expect(
        after.count <= descriptors.count,
        "before:\n\(descriptors.joined(separator: "\n"))\nafter:\n\(after.joined(separator: "\n"))")
      #expect(try children(of: terminal) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: counter.temporary.path) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).sorted() == files)
      // It is the same conversation.
      try terminal.enter("c.count + $1")
      #expect(terminal.screen.text.contains("27"))
      try terminal.enter("undo; c.count")
      #expect(terminal.screen.text.contains("3"))
      try terminal.enter("watch")
      #expect(terminal.screen.text.contains { $0.hasSuffix("#1  c.isEven") })
      terminal.type("\u{4}")
      #expect(try terminal.waitForExit() == .status(0))
    }
  #endif

  @Test func aKillInTheMiddleOfABuildLosesNoStatement() throws {
    counter.holdBuilds()
    let terminal = try counter.start()
    try terminal.enter("let c = Counter()")
    try terminal.enter(":reload")
    try counter.waitForHeldBuild(terminal)
    try terminal.enter("c.count = 41")
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForExit() == .signal(SIGKILL))
    // The build belongs to nobody any more.
    counter.letBuildGoOn()
    try counter.holdNoBuilds()
    let again = try counter.start()
    again.type("\u{1B}[A")
    try again.wait("the last statement") { $0.text.last == "❯ c.count = 41" }
    again.type("\u{15}")
    try again.enter(":history")
    for statement in ["let c = Counter()", ":reload", "c.count = 41"] {
      #expect(again.screen.text.contains { $0.hasSuffix("  \(statement)") }, "\(again.picture)")
    }
  }

  @Test func aProgramThatCannotGoOnDoesNotTakeThePlace() throws {
    try counter.script(
      "swift",
      """
      printf '#!/bin/sh\\ncat > /dev/null; echo "the shelf is empty"; %s\\n' "$(cat end)" > new
      chmod +x new; mv new "$PROGRAM"
      """)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    let end = counter.fixture.folder.url.appending(path: "end")
    for (command, told) in [("exit 4", "status 4"), ("kill -SEGV $$", "signal 11")] {
      try Data(command.utf8).write(to: end)
      try terminal.enter(":reload")
      try terminal.wait("why not") { screen in
        screen.text.contains(
          "The new program cannot take over this session (\(told)); nothing has changed.")
      }
      #expect(terminal.screen.text.contains("the shelf is empty"))
    }
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("42"))
  }

  /// The program is executed by a thread that blocks all signals.
  @Test func aReloadedProgramCanBeEndedFromOutside() throws {
    let terminal = try counter.start()
    try reload(terminal)
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signal(SIGTERM))
    #expect(terminal.isRestored)
  }

  /// As an older program or a newer one would have it.
  @Test func aStateThatCannotBeReadIsTold() throws {
    let told =
      "This program cannot read the state of the previous one; :history has what was typed."
    let open = "echo '{\"program\": \"other\"}' > state; exec 9< state 8< state; rm state"
    let terminal = try counter.fixture.shell(
      "\(open); MVVM_REPL_HANDOVER=9 exec \"$PROGRAM\" --data data",
      environment: ["PROGRAM": counter.program.path])
    try terminal.wait("the reason") { screen in
      screen.text.contains(told) && screen.text.last?.hasPrefix(PromptFixture.prompt) == true
    }
    try terminal.enter("20 + 1")
    #expect(terminal.screen.text.contains("21"))
    let trial = try counter.fixture.shell(
      "\(open); MVVM_REPL_HANDOVER=0 exec \"$PROGRAM\" --data data <&8",
      environment: ["PROGRAM": counter.program.path])
    #expect(try trial.waitForExit() == .status(3))
    #expect(trial.screen.text == [told])
  }

  @Test func aBuildThatIsEndedLeavesEverythingAsItWas() throws {
    counter.holdBuilds()
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    try terminal.enter(":reload on")
    try counter.waitForHeldBuild(terminal)
    try terminal.enter(":reload off")
    #expect(terminal.screen.text.contains("The build was stopped; nothing has changed."))
    try terminal.enter(":reload off")
    #expect(terminal.screen.text.contains("Sources are not watched."))
    try counter.holdNoBuilds()
    try reload(terminal)
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("42"))
  }

  @Test(arguments: [false, true]) func ctrlCAtThePromptEndsABuild(isPlain: Bool) throws {
    counter.holdBuilds()
    let terminal = try counter.start(isPlain ? ["--plain"] : [], until: isPlain ? ">" : "❯")
    terminal.type("let c = Counter(start: 41)\r:reload\r")
    try counter.waitForHeldBuild(terminal)
    try terminal.wait("the prompt") { screen in
      screen.text.contains { $0.hasSuffix("Building; you can keep typing.") }
        && [">", PromptFixture.prompt].contains(screen.text.last)
    }
    terminal.type("\u{3}")
    try terminal.wait("the end") { screen in
      screen.text.contains { $0.hasSuffix("The build was stopped; nothing has changed.") }
        && [">", PromptFixture.prompt].contains(screen.text.last)
    }
    terminal.type("c.count + 1\r")
    try terminal.wait("the value") { $0.text.contains("42") }
    #expect(!terminal.screen.transcript.contains { $0.contains("Ctrl-D leaves.") })
  }

  @Test func whoLeavesWhileABuildRunsIsToldThatItEnds() throws {
    counter.holdBuilds()
    let terminal = try counter.start()
    try terminal.enter(":reload")
    try counter.waitForHeldBuild(terminal)
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text.last == "The build was stopped; nothing has changed.")
  }

  @Test func aTrialThatNeverEndsIsEndedByTheNextSave() throws {
    // The first build makes a program that waits for ever when it is tried, the second one the right one.
    try counter.script(
      "swift",
      """
      if [ -f good ]; then mv good new; touch new; else
        cp "$PROGRAM" good
        printf '#!/bin/sh\\ncat > /dev/null; mkfifo held; : > tried; read line < held\\n' > new
      fi
      chmod +x new; mv new "$PROGRAM"
      """)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    try terminal.enter(":reload on")
    try terminal.wait("the trial") { _ in
      FileManager.default.fileExists(
        atPath: counter.fixture.folder.url.appending(path: "tried").path)
    }
    // The prompt goes on, and asking again ends the trial.
    try terminal.enter("c.count = 50")
    terminal.type(":reload\r")
    try terminal.wait("the good program") { screen in
      screen.text.contains { $0.hasPrefix("Reloaded in ") }
        && screen.text.last == PromptFixture.prompt
    }
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("51"))
  }

  @Test func whatWasBuiltInThePlaceOfATriedProgramDoesNotTakeOver() throws {
    // The first program is replaced while it is tried, as by a build in another window; it would end at once. The other
    // one is longer, because both may have the same time.
    try counter.script(
      "swift",
      """
      echo >> builds
      if [ -f good ]; then mv good new; touch new; else
        cp "$PROGRAM" good
        printf '#!/bin/sh\\ncat > /dev/null; cp "$0" other; echo >> other; mv other "$0"\\n' > new
      fi
      chmod +x new; mv new "$PROGRAM"
      """)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    try reload(terminal)
    let builds = counter.fixture.folder.url.appending(path: "builds")
    #expect(try String(contentsOf: builds, encoding: .utf8) == "\n\n")
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("42"))
  }

  @Test func aHalfOfALineIsNotRunByAProgramThatDoesNotTakeOver() throws {
    // As above; the first build ends when the half of a line has been typed.
    try counter.script(
      "swift",
      """
      if [ -f good ]; then mv good new; touch new; else
        while [ ! -f typed ]; do sleep 0.1; done
        cp "$PROGRAM" good
        printf '#!/bin/sh\\ncat > /dev/null; cp "$0" other; echo >> other; mv other "$0"\\n' > new
      fi
      chmod +x new; mv new "$PROGRAM"
      """)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    try terminal.enter(":reload")
    terminal.type("c.count = 77")
    try terminal.wait("the half line") { $0.text.last?.hasPrefix("❯ c.count = 77") == true }
    try Data().write(to: counter.fixture.folder.url.appending(path: "typed"))
    try terminal.wait("the new program") { screen in
      screen.text.contains { $0.hasPrefix("Reloaded in ") }
        && screen.text.last?.hasPrefix("❯ c.count = 77") == true
    }
    terminal.type("\u{15}c.count + 1\r")
    try terminal.wait("the count as it was") { $0.text.contains("42") || $0.text.contains("78") }
    #expect(terminal.screen.text.contains("42"))
  }

  @Test func whoLeavesWhileABuildBecomesReadyHasLeft() throws {
    counter.holdBuilds()
    let terminal = try counter.start()
    try terminal.enter("let c = Counter()")
    try terminal.enter(":reload")
    try counter.waitForHeldBuild(terminal)
    terminal.type("wait 1s; :quit\r")
    try terminal.wait("the entry") { $0.transcript.contains("❯ wait 1s; :quit") }
    counter.letBuildGoOn()
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
    #expect(!terminal.screen.transcript.contains { $0.hasPrefix("Reloaded in ") })
  }

  @Test func aBuildThatTheWatchBeginsIsOfTheSameProgram() throws {
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    for number in 1...2 {
      if number == 1 {
        terminal.type(":reload on\r")
      } else {
        try Data((BuiltCounter.counter + "// Saved.\n").utf8).write(to: counter.source)
      }
      try terminal.wait("program \(number + 1)") { screen in
        screen.transcript.count { $0.hasPrefix("Reloaded in ") } == number
          && screen.text.last == PromptFixture.prompt
      }
    }
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("42"))
    // It keeps its history, and so its name.
    try terminal.enter(":history reload")
    #expect(terminal.screen.text.contains { $0.hasSuffix("  :reload on") }, "\(terminal.picture)")
  }

  @Test func whatIsSavedBetweenTwoProgramsIsBuilt() throws {
    // The first build makes a program that is older than the source is then, the second one does not.
    try counter.script(
      "swift",
      """
      if [ -f once ]; then touch "$PROGRAM"; else touch once; touch -t 202001010000 "$PROGRAM"; fi
      """)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 41)")
    terminal.type(":reload on\r")
    try terminal.wait("two new programs") { screen in
      screen.transcript.count { $0.hasPrefix("Reloaded in ") } == 2
        && screen.text.last == PromptFixture.prompt
    }
    try terminal.enter("c.count + 1")
    #expect(terminal.screen.text.contains("42"))
  }

  @Test func thePanelAndTheHistoryGoOn() throws {
    let terminal = try counter.start()
    try terminal.enter("let c = Counter(start: 5)")
    try terminal.enter("watch c.count")
    try terminal.enter(":set panel on")
    try reload(terminal)
    try terminal.wait("the panel") { $0.text.suffix(2).first?.hasSuffix("c.count  5") == true }
    try terminal.enter("c.count = 7")
    try terminal.wait("the change in its place") {
      $0.text.suffix(2).first?.hasPrefix("▸ c.count  7") == true
    }
    #expect(!terminal.screen.transcript.contains("◉ c.count  7  ⟵ 5"))
    terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A")
    try terminal.wait("the history") { $0.text.last == "❯ watch c.count" }
  }

  @Test func withoutPaintingTheConversationGoesOn() throws {
    let terminal = try counter.start(["--plain"], until: ">")
    terminal.type("let c = Counter(start: 41)\r:reload\r")
    try terminal.wait("the new program") { screen in
      screen.text.contains { $0.hasPrefix("Reloaded in ") } && screen.text.last == ">"
    }
    terminal.type("c.count + 1\r")
    try terminal.wait("the value") { $0.text.contains("42") }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }
}
