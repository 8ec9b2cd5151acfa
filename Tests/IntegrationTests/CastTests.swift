import Foundation
import TerminalTestSupport
import Testing

/// Recordings for asciinema: they end with the screen that a person has seen, and keep no secret.
@Suite(.ownThread) struct CastTests {
  let fixture: PromptFixture
  private var file: URL { fixture.folder.url.appending(path: "a.cast") }

  init() throws { fixture = try PromptFixture() }

  private func leave(_ terminal: PseudoTerminal) throws {
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test(arguments: [(80, 24), (100, 30)])
  func itEndsWithTheScreenOfThePrompt(columns: Int, rows: Int) throws {
    let terminal = try fixture.start(["--cast", "a.cast"], columns: columns, rows: rows)
    try terminal.enter("let form = LoginForm()")
    try terminal.enter(":panel on")
    try terminal.enter("watch form.phone, form.isPhoneValid")
    try terminal.enter("form.phone = \"18612345678\"")
    terminal.type("form.ph\t")
    try terminal.wait("completion") { $0.text.last?.hasPrefix(" phoneColor") == true }
    // The first one closes the menu.
    terminal.type("\u{3}\u{3}")
    try terminal.wait("an empty line") { $0.text.last == "❯" }
    try terminal.enter("form.clear()")
    try terminal.enter(":help watch")
    try terminal.enter(":lang zh")
    try leave(terminal)
    let cast = try Cast(file)
    #expect(cast.screen.text == terminal.screen.text)
    #expect(cast.screen.transcript == terminal.screen.transcript)
    #expect(cast.isWhole && cast.screen.unknownSequences == [])
    #expect(
      cast.markers == [
        "let form = LoginForm()", ":panel on", "watch form.phone, form.isPhoneValid",
        "form.phone = \"18612345678\"", "form.clear()", ":help watch", ":lang zh", ":quit",
      ])
  }

  @Test(arguments: [[], ["--plain"]])
  func theTokensOfAddressesAreMasked(options: [String]) throws {
    let terminal = try fixture.start(
      ["--serve", "--cast", "a.cast"] + options, until: options.isEmpty ? "❯" : ">")
    let addresses = terminal.screen.text.filter { $0.hasPrefix("http://127.0.0.1:") }
    #expect(addresses.count == 2)
    terminal.type(":serve\r:quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    let text = try String(contentsOf: file, encoding: .utf8)
    for address in addresses {
      let token = try #require(address.split(separator: "/").last)
      #expect(token.count == 32 && !text.contains(token))
    }
    #expect(text.contains("/" + String(repeating: "*", count: 32) + "/"))
  }

  @Test func aWindowOfAnotherSizeIsRecorded() throws {
    let terminal = try fixture.start(["--cast", "a.cast"], columns: 80, rows: 24)
    try terminal.enter("1...5 | json")
    terminal.resize(columns: 100, rows: 30)
    try terminal.enter("\"seen\"")
    try leave(terminal)
    let cast = try Cast(file)
    #expect(cast.screen.columns == 100 && cast.screen.rows == 30)
    #expect(cast.screen.text.suffix(4) == terminal.screen.text.suffix(4))
  }

  @Test func secretsAreMaskedWhileTheyAreTyped() throws {
    let terminal = try fixture.start(["--cast", "a.cast"])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.password = \"hunter2hunter2\"")
    try terminal.enter("form.password.count")
    try leave(terminal)
    #expect(terminal.screen.transcript.joined().contains("hunter2hunter2"))
    let cast = try Cast(file)
    for part in ["hunter2", "hunte", "\"hun"] { #expect(!cast.output.contains(part), "\(part)") }
    #expect(!cast.markers.joined().contains("hunter2"))
    #expect(cast.screen.transcript.contains("❯ form.password = \"…\""))
  }

  @Test func whatBecomesSecretLaterIsTakenOut() throws {
    let terminal = try fixture.start(["--cast", "a.cast"])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("let word = \"hunter2hunter2\"")
    #expect(try Cast(file).output.contains("hunter2hunter2"))
    try terminal.enter("form.password = word")
    try leave(terminal)
    let text = try String(contentsOf: file, encoding: .utf8)
    for part in ["hunter2", "hunte"] { #expect(!text.contains(part), "\(part)") }
    let cast = try Cast(file)
    #expect(cast.isWhole)
    #expect(cast.screen.text.suffix(2) == terminal.screen.text.suffix(2))
  }

  /// Whoever plays a recording has another clipboard.
  @Test func aCopyIsNotRecorded() throws {
    let terminal = try fixture.start(["--cast", "a.cast"])
    try terminal.enter("let form = LoginForm(); let word = \"hunter2hunter2\"")
    try terminal.enter("word | copy")
    let copied = Data("\"hunter2hunter2\"".utf8).base64EncodedString()
    #expect(terminal.screen.systemCommands.contains("52;c;\(copied)"))
    try terminal.enter("form.password = word")
    try leave(terminal)
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("52;c;"))
  }

  /// A person may see these; a file may be given away.
  @Test func whatAPersonMaySeeIsMasked() throws {
    let terminal = try fixture.start(["--cast", "a.cast"])
    try terminal.enter("let form = LoginForm(); let token = \"tok99999\"; token")
    try terminal.enter("form.password = \"hunter22\"")
    try terminal.enter("token")
    try terminal.enter(":vars")
    try terminal.enter("\"my word is hunter22\"")
    try terminal.enter("let lines = \"first-of-two\\nsecond-of-two\"; print(lines)")
    try terminal.enter("form.password = lines")
    terminal.type("\u{12}unheard-of")
    try terminal.wait("the search") { $0.text.joined().contains("unheard-of") }
    terminal.type("\u{7}")
    terminal.type("print(tok\t")
    try terminal.wait("completion") { $0.text.joined().contains("print(token") }
    terminal.type("\u{15}")
    try terminal.enter("1")
    try leave(terminal)
    for secret in ["tok99999", "hunter22"]
      + ["first-of-two", "second-of-two"]
    {
      #expect(terminal.screen.transcript.joined().contains(secret))
      #expect(try !String(contentsOf: file, encoding: .utf8).contains(secret), "\(secret)")
    }
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("unheard-of"))
    #expect(try Cast(file).screen.transcript.contains("\"my word is …\""))
  }

  @Test(arguments: [10, 12, 14])
  func whatANarrowWindowBreaksIsMasked(columns: Int) throws {
    let terminal = try fixture.start(["--cast", "a.cast"], columns: columns, rows: 30)
    terminal.type(
      """
      let form = LoginForm(); form.password = "hunter2hunter2"\r\
      "my word is hunter2hunter2 here"\r:quit\r
      """)
    #expect(try terminal.waitForExit() == .status(0))
    let seen = terminal.screen.transcript.joined().replacing(" ", with: "")
    #expect(seen.contains("\"mywordishunter2hunter2here\""))
    let cast = try Cast(file)
    #expect(cast.screen.transcript.joined().contains("…"))
    for part in ["hunt", "ter2", "unte"] { #expect(!cast.output.contains(part), "\(part)") }
  }

  @Test(arguments: [[], ["--json"], ["--plain"]])
  func aScriptsAnswersAreMaskedToo(arguments: [String]) async throws {
    let run = try await ProgramRun.run(
      arguments + [
        "-e", "let word = \"hunter2hunter2\"; word", "-e", "let token = \"tok99999\"; token",
        "-e", "let form = LoginForm(); form.password = word", "--cast", file.path,
      ], data: fixture.data)
    #expect(run.status == 0)
    for secret in ["tok99999", "hunter2hunter2"] {
      #expect(run.output.contains(secret))
      #expect(try !String(contentsOf: file, encoding: .utf8).contains(secret), "\(secret)")
    }
    #expect(try Cast(file).isWhole)
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
  func aProgramThatIsKilledLeavesAWholeRecording(signal: Int32) throws {
    let terminal = try fixture.start(["--cast", "a.cast"])
    try terminal.enter("let form = LoginForm()")
    terminal.signal(signal)
    #expect(try terminal.waitForExit() != .status(0))
    let cast = try Cast(file)
    #expect(cast.isWhole)
    #expect(cast.screen.transcript.contains("❯ let form = LoginForm()"))
  }

  @Test func aTalkHasAMarkerAtEachStep() throws {
    let terminal = try fixture.start(
      ["present", "login", "--cast", "a.cast"], columns: 80, rows: 24)
    try terminal.wait("the first step") { screen in
      screen.text.contains { $0.hasPrefix("Step 1 of 6: ") } && screen.text.last == "❯"
    }
    for step in 2...3 {
      terminal.type("\t")
      try terminal.wait("step \(step)") { screen in
        screen.text.contains { $0.hasPrefix("Step \(step) of 6: ") } && screen.text.last == "❯"
      }
    }
    terminal.type("\u{1B}")
    try terminal.wait("the ordinary prompt") { $0.text.joined().contains("off script") }
    try leave(terminal)
    let cast = try Cast(file)
    #expect(
      cast.markers == [
        ":present login", "Step 1 of 6: A page without a view",
        "Step 2 of 6: What depends on what",
        "Step 3 of 6: A button that knows when it can be pressed",
      ])
    #expect(cast.screen.text == terminal.screen.text)
  }

  @Test func aTalkAsTextKeepsNoPassword() async throws {
    let run = try await ProgramRun.run(
      ["present", "login", "--plain", "--cast", file.path], data: fixture.data)
    #expect(run.status == 0)
    let cast = try Cast(file)
    #expect(cast.output.contains("❯ form.password = \"…\""))
    for text in [cast.output, cast.markers.joined(), run.output] {
      #expect(!text.contains("passw0rd"))
    }
  }

  @Test func anOlderRecordingIsReplacedOnlyWhenAsked() async throws {
    let first = try await ProgramRun.run(["-e", "1 + 1", "--cast", file.path], data: fixture.data)
    #expect(first.status == 0)
    let before = try String(contentsOf: file, encoding: .utf8)
    let refused = try await ProgramRun.run(["-e", "2", "--cast", file.path], data: fixture.data)
    #expect(refused.status == 2 && refused.output == "")
    #expect(refused.errors.contains("replace it with --overwrite"))
    #expect(try String(contentsOf: file, encoding: .utf8) == before)
    let replaced = try await ProgramRun.run(
      ["-e", "\"new\"", "--cast", file.path, "--overwrite"], data: fixture.data)
    #expect(replaced.status == 0)
    #expect(try Cast(file).output.contains("new"))
    let alone = try await ProgramRun.run(["-e", "1", "--overwrite"], data: fixture.data)
    #expect(alone.status == 2 && alone.errors.contains("--cast FILE --overwrite"))
  }

  @Test func aRecordingThatFindsNoMoreRoomIsToldAndWhole() async throws {
    // A file of at most 512 KiB; the answer is longer.
    let run = try await ProgramRun.run(
      ["-e", "1", "-e", "1...90000 | json", "--cast", file.path], data: fixture.data,
      by: #"trap '' XFSZ; ulimit -f 1024; exec "$0" "$@""#)
    #expect(run.status == 0)
    #expect(run.errors.contains("ends here, because it cannot be written: "), "\(run.errors)")
    #expect(try Cast(file).isWhole)
  }

  @Test(arguments: [
    ["handout", "--cast", "b.cast"], ["--cast=b.cast", "handout"], ["talks", "--serve"],
    ["notes", "--once", "-e", "1"],
  ])
  func optionsThatASubcommandWouldPassOverAreRefused(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments, data: fixture.data)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains(" takes no -"), "\(run.errors)")
  }

  @Test func aScriptIsRecordedAsItsTerminalShowsIt() async throws {
    let script = try fixture.folder.write(
      Data("let form = LoginForm()\nform.password = \"hunter2\"\nform.phone\nform.nothing\n".utf8),
      as: "a.mvvm")
    let run = try await ProgramRun.run(
      ["run", script, "--cast", file.path], data: fixture.data)
    #expect(run.status == 3)
    let cast = try Cast(file)
    #expect(cast.output == (run.output + run.errors).replacing("\n", with: "\r\n"))
    #expect(
      cast.markers == [
        "let form = LoginForm()", "form.password = \"…\"", "form.phone", "form.nothing",
      ])
    #expect(!cast.output.contains("hunter2"))
  }

  @Test func nothingElseIsWrittenOver() async throws {
    let letter = try fixture.folder.write(Data("my letter\n".utf8), as: "letter.txt")
    let run = try await ProgramRun.run(["-e", "1 + 1", "--cast", letter], data: fixture.data)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains("is not a recording; it is not overwritten"))
    #expect(try String(contentsOfFile: letter, encoding: .utf8) == "my letter\n")
    let nowhere = fixture.folder.url.path + "/no/such/a.cast"
    let chinese = try await ProgramRun.run(
      ["-e", "1 + 1", "--cast", nowhere, "--lang", "zh"], data: fixture.data)
    #expect(chinese.status == 2 && chinese.errors.contains("无法写入"))
  }
}
