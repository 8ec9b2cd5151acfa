import Foundation
import Testing

/// The program without a terminal: statements from arguments, files and pipes.
@Suite struct ScriptTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String] = [], input: String = "") async throws -> ProgramRun {
    try await ProgramRun.run(arguments, input: Data(input.utf8), data: folder.url)
  }

  @Test func theHelpInChineseFitsTheWindow() async throws {
    for command in [["--help"], ["new", "--help"], ["handout", "--help"]] {
      let help = try await ProgramRun.run(
        command + ["--lang", "zh"], data: folder.url, environment: ["COLUMNS": "80"])
      #expect(help.status == 0 && help.output.hasPrefix("概述："))
      for line in help.output.split(separator: "\n") {
        let cells = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
        #expect(cells <= 80, "\(line)")
        #expect(!"，。、；）".contains(line.drop { $0 == " " }.first ?? " "), "\(line)")
      }
    }
  }

  @Test func whatIsPrintedAfterAWriteToTheOutputStays() async throws {
    let run = try await ProgramRun.run(
      ["-e", "1; 2 | json > \"/dev/stdout\"; 3"], data: folder.url,
      environment: ["OUT": folder.url.appending(path: "out").path],
      by: #""$0" "$@" >"$OUT"; cat "$OUT""#)
    #expect(run.output == "1\n2\nwrote /dev/stdout: 1 line\n3\n", "\(run.errors)")
  }

  @Test func aFolderThatIsAFileIsToldInTheLanguage() async throws {
    let file = try folder.write(Data("x".utf8), as: "f")
    for (language, words) in [("en", "is a file"), ("zh", "是文件")] {
      let run = try await ProgramRun.run(
        ["-e", "1", "--lang", language], data: URL(filePath: file))
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(!run.errors.contains("cannotOpen"), "\(run.errors)")
    }
  }

  @Test(arguments: [true, false]) func aLineThatIsNoTextIsPassedOverWhenAsked(isLast: Bool)
    async throws
  {
    let bytes = Data("1\n".utf8) + [0xFF] + Data((isLast ? "" : "\n2\n3").utf8)
    let run = try await ProgramRun.run(["--no-bail"], input: bytes, data: folder.url)
    #expect(run.status == 65 && run.output == (isLast ? "1\n" : "1\n2\n3\n"), "\(run.errors)")
    let file = try folder.write(bytes, as: "f.mvvm")
    let ofFile = try await ProgramRun.run(["--no-bail", "run", file], data: folder.url)
    #expect(ofFile.status == 65 && ofFile.output == run.output && ofFile.errors == run.errors)
    let bailed = try await ProgramRun.run([], input: bytes, data: folder.url)
    #expect(bailed.status == 65 && bailed.output == "1\n" && bailed.errors == run.errors)
  }

  @Test func aMisspeltMemberInAPipeIsNamedAndWhatWasSetBeforeIsKept() async throws {
    let result = try await run(input: "let f = LoginForm()\nf.phone = \"18612345678\"\nf.phoen\n")
    #expect(result.status == 3)
    #expect(result.errors.contains("error E104: LoginForm has no member 'phoen'"))
    #expect(result.errors.contains("  3 | f.phoen\n    |   ^~~~~\n"))
    #expect(result.errors.contains("Did you mean 'phone'?"))
    #expect(!result.output.contains("E104"))

    let next = try await run([
      "-e", "let f = LoginForm(); expect f.rememberedPhone == \"18612345678\"",
    ])
    #expect(next.status == 0, "\(next.errors)")
  }

  @Test(
    arguments: [
      ("expect 1 + 1 == 2", 0), ("expect 1 == 2", 1), ("let f = LoginForm(); f.clear()", 3),
      ("nothing", 3), ("let = 1", 65), ("f(", 65), (":quit\nnothing", 0), ("", 0),
      ("var x = 1; let y = { x + 1 }; bind y -> x; x = 5", 3),
    ])
  func statementsEndWithTheirExitCode(statements: String, status: Int32) async throws {
    #expect(try await run(["-e", statements]).status == status)
    let file = try folder.write(Data(statements.utf8), as: "script.mvvm")
    #expect(try await run(["run", file]).status == status)
    #expect(try await run(input: statements).status == status)
  }

  @Test(
    arguments: [
      ["--nonsense"], ["run"], ["run", "/nowhere/at all"], ["run", "/"], ["--api", "here"], ["-e"],
      ["help", "nosuch"], ["--lang", "zh", "help", "nosuch"], ["help", "--lang", "zh", "nosuch"],
      ["help", "--lang=zh", "--no-bail", "nosuch"],
    ])
  func wrongUseExitsWith2AndSaysWhy(arguments: [String]) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2)
    #expect(!result.errors.isEmpty)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    ("lesson", "there is no subcommand 'lesson'. Did you mean 'mvvm-repl help lessons'?"),
    ("nosuch", "there is no subcommand 'nosuch'; see mvvm-repl --help"),
  ])
  func helpNamesAWordThatIsNoSubcommand(word: String, told: String) async throws {
    let refused = try await run(["help", word])
    #expect(refused.status == 2 && refused.errors.contains(told), "\(refused.errors)")
    for known in [["help", "lessons"], ["help", "lessons", "verify"]] {
      let help = try await run(known)
      #expect(help.status == 0 && help.output.contains("verify"), "\(help.errors)")
    }
  }

  @Test func anUnreadableFileIsNamedWithTheReason() async throws {
    let result = try await run(["run", "/nowhere/script.mvvm"])
    #expect(
      result.errors == "mvvm-repl: cannot read '/nowhere/script.mvvm': No such file or directory\n")
  }

  @Test func severalExecuteOptionsShareOneSession() async throws {
    let result = try await run(["-e", "let a = 20", "-e", "a * 2 + 2"])
    #expect(result.output == "42\n")
  }

  @Test func aFileIsNotRunAtAllWhenItDoesNotParse() async throws {
    let file = try folder.write(Data("1\n2 2\n".utf8), as: "script.mvvm")
    let result = try await run(["run", file])
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("--> \(file):2:3"))
  }

  @Test func bytesThatAreNotTextAreRefusedWithTheirLine() async throws {
    let bytes = Data("1\n2\n".utf8) + Data([0xC3, 0x28, 0x0A])
    let file = try folder.write(bytes, as: "script.mvvm")
    let read = try await run(["run", file])
    #expect(read.status == 65)
    #expect(read.errors == "mvvm-repl: line 3 is not UTF-8 text. Save it as UTF-8 and try again.\n")

    let piped = try await ProgramRun.run([], input: bytes, data: folder.url)
    #expect(piped.status == 65)
    #expect(piped.output == "1\n2\n")
    #expect(piped.errors == read.errors)
  }

  @Test(arguments: ["x", "\"", "(", "1 + ", "f.phone = \"", "登"])
  func aLineOfAMegabyteEndsInAClearMessage(piece: String) async throws {
    let line = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    let result = try await ProgramRun.run([], input: Data((line + "\n").utf8), data: folder.url)
    #expect([3, 65].contains(result.status), "\(result.status)")
    #expect(result.errors.hasPrefix("error E"))
    #expect(result.errors.utf8.count < 2_000)
  }

  @Test func aTextOfAMegabyteIsKeptWhole() async throws {
    let text = String(repeating: "a", count: 1_000_000)
    let statements = "let t = \"\(text)\"\nexpect t.count == 1000000\n"
    #expect(try await run(input: statements).status == 0)
  }

  @Test func aClosedPipeEndsTheProgramWithAMessage() async throws {
    let script = String(repeating: "\"a line that fills the pipe\"\n", count: 20_000)
    let file = try folder.write(Data(script.utf8), as: "script.mvvm")
    let run = try await ProgramRun.run(
      ["run", file], data: folder.url,
      by: "{ \"$0\" \"$@\"; echo \"status $?\" >&2; } | head -n 1 >/dev/null")
    #expect(run.errors == "mvvm-repl: nobody reads the output any more; stopped.\nstatus 141\n")
  }

  @Test func anUnusableDataFolderIsReportedAndTheFormWorks() async throws {
    let file = try folder.write(Data(), as: "not-a-folder")
    let statements = "let f = LoginForm(); f.phone = \"18612345678\"; expect f.isPhoneValid"
    let result = try await ProgramRun.run(
      ["-e", statements], data: URL(filePath: file).appending(path: "below"))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("remembered login cannot be read"))
  }

  @Test func signingInTravelsThroughEveryLayer() async throws {
    let result = try await run([
      "-e",
      """
      let f = LoginForm()
      f.phone = "18612345678"
      f.password = "correct horse"
      f.signIn()
      expect f.user != nil
      """,
    ])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func helpAndVersionGoToStandardOutput() async throws {
    let help = try await run(["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("Exit codes"))
    #expect(try await run(["--version"]).status == 0)
  }

  @Test func piecesOfOutputHaveNoEscapesWithoutATerminal() async throws {
    let result = try await run(["-e", "let f = LoginForm(); f; :help; f.nothing"])
    #expect(!(result.output + result.errors).contains("\u{1B}"))
  }
}
