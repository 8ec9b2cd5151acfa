import Foundation
import Testing

/// The program without a terminal, as other programs use it.
@Suite struct ModesTests {
  private let place: TemporaryFolder
  private var folder: URL { place.url }

  init() throws { place = try TemporaryFolder() }

  private struct Line: Decodable {
    var v: Int
    var id: Int
    var cause: Int?
    var kind: String
    var path: String?
    var code: String?
  }

  @Test func everyLineOfJSONNamesItsStatement() async throws {
    let run = try await ProgramRun.run(
      [
        "--json", "-e",
        "let f = LoginForm(); watch f.isPhoneValid; f.phone = \"18612345678\"; f.phnoe",
      ],
      data: folder)
    #expect(run.status == 3)
    #expect(run.errors.isEmpty)
    let lines = try run.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
    #expect(lines.map(\.id) == Array(1...lines.count))
    #expect(lines.allSatisfy { $0.v == 1 })
    for line in lines where line.kind != "statement" {
      #expect(lines.first { $0.id == line.cause }?.kind == "statement")
    }
    #expect(
      lines.filter { $0.kind == "change" }.map(\.path) == ["f.isPhoneValid", "f.isPhoneValid"])
    #expect(lines.last { $0.kind == "error" }?.code == "E104")
    #expect(lines.last?.kind == "done")
    #expect(lines.count { $0.kind == "statement" } == 4 && lines.count { $0.kind == "done" } == 4)
  }

  @Test(arguments: [["tets"], ["tets", "notes.md"], ["--json", "tets"], ["lesons"], ["hlep"]])
  func aMisspeltWordIsNoFile(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments, data: folder)
    #expect(run.status == 2)
    let word = arguments.contains("lesons") ? "lessons" : arguments == ["hlep"] ? "help" : "test"
    #expect(run.errors.contains("Did you mean 'mvvm-repl \(word)'?"), "\(run.errors)")
  }

  @Test(arguments: [("--foo", nil), ("--jsno", "--json"), ("--colour", "--color")])
  func onlyANearOptionIsSuggested(option: String, meant: String?) async throws {
    let run = try await ProgramRun.run([option], data: folder)
    #expect(run.status == 2 && run.errors.contains("Unknown option '\(option)'"), "\(run.errors)")
    let told = meant.map { run.errors.contains("Did you mean '\($0)'?") }
    #expect(told ?? !run.errors.contains("Did you mean"), "\(run.errors)")
  }

  @Test(arguments: [("serve", "--serve"), ("version", "--version"), ("demo", "-e :demo")])
  func aWordOfAnotherPlaceIsNoFile(word: String, meant: String) async throws {
    let run = try await ProgramRun.run([word], data: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("Did you mean 'mvvm-repl \(meant)'?"), "\(run.errors)")
  }

  @Test(arguments: [
    (["--update", "a.md"], "--update belongs to test. Write mvvm-repl test --update"),
    (["a.mvvm", "--solutions"], "--solutions belongs to handout."),
    (["test", "--once"], "--once belongs to notes and exercises."),
    (["--lang", "zh", "--update"], "--update 属于 test。写成 mvvm-repl test --update"),
  ])
  func anOptionOfASubcommandNamesIt(arguments: [String], told: String) async throws {
    let run = try await ProgramRun.run(arguments, data: folder)
    #expect(run.status == 2 && run.errors.contains(told), "\(run.errors)")
  }

  @Test(arguments: [
    ([], true), (["run"], true), (["present"], true), (["test", "a.md"], false),
    (["lessons"], false),
    (["talks"], false), (["notes"], false), (["handout"], false), (["new"], false),
    (["exercises"], false),
  ])
  func theHelpListsJSONWhereItIsTaken(command: [String], isTaken: Bool) async throws {
    let run = try await ProgramRun.run(command + ["--help"], data: folder)
    #expect(run.status == 0 && run.output.contains("--json") == isTaken, "\(run.output)")
    guard !isTaken else { return }
    let used = try await ProgramRun.run(command + ["--json"], data: folder)
    #expect(used.status == 2 && used.errors.contains("takes no --json"), "\(used.errors)")
  }

  /// As a script writes them whose variable is not set.
  @Test(arguments: [
    ["--lessons", ""], ["--talks", ""], ["--cast", ""], ["exercises", "--in", ""],
    ["new", "Shop", "--in", ""], ["new", "Shop", "--path", ""],
  ])
  func anEmptyPathIsRefused(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments + ["--no-startup"], data: folder)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains(" names no "), "\(run.errors)")
  }

  @Test(arguments: [("", "--data names no folder"), ("/dev/full", "'/dev/full' is a file")])
  func theDataFolderIsAFolder(path: String, told: String) async throws {
    let run = try await ProgramRun.run(
      ["-e", "1"], data: folder, by: #"exec "$0" --data '\#(path)' -e 1"#)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(told), "\(run.errors)")
  }

  @Test func aDocumentIsReadFromStandardInput() async throws {
    let document = Data("```\n❯ 1 + 1\n2\n```\n".utf8)
    let run = try await ProgramRun.run(["test", "-"], input: document, data: folder)
    #expect(run.status == 0 && run.output.contains("1 step"), "\(run.errors)")
    let updated = try await ProgramRun.run(
      ["test", "--update", "-"], input: document, data: folder)
    #expect(updated.status == 2 && updated.errors.contains("Name a file"), "\(updated.errors)")
  }

  /// What ended is named whole to programs.
  @Test func nothingIsCutInJSON() async throws {
    let run = try await ProgramRun.run(
      ["--json", "-e", "let form = LoginForm(); watch form; unwatch all"], data: folder)
    let line = run.output.split(separator: "\n").first { $0.contains("\"ended\"") } ?? ""
    #expect(line.count > 160 && !line.contains("…"), "\(line)")
  }

  /// The file is expected: what stands behind it is not.
  @Test(arguments: [
    ["tour.mvvm", "extra"], ["--no-startup", "tour.mvvm", "extra"],
    ["--json", "--no-startup", "tour.mvvm", "extra"],
  ])
  func whatStandsBehindAFileIsNamedAlone(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments, data: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("Unexpected argument 'extra'"), "\(run.errors)")
    #expect(!run.errors.contains("'tour.mvvm'"), "\(run.errors)")
  }

  @Test func aFileThatIsNoneIsToldAsBefore() async throws {
    let run = try await ProgramRun.run(["tour.mvvm"], data: folder)
    #expect(run.status == 2 && run.errors.contains("cannot read 'tour.mvvm'"), "\(run.errors)")
  }

  @Test(arguments: [
    ["run", "a.mvvm"], ["test", "notes.md"], ["lessons"], ["talks"], ["notes", "--once"],
    ["present", "login"], ["handout"], ["new", "Shop"], ["exercises", "--once"],
  ])
  func whatIsNotServedTakesNoAddress(arguments: [String]) async throws {
    for option in [["--serve"], ["--serve-on", "127.0.0.1:9999"], ["--serve-on=[::1]"]] {
      let run = try await ProgramRun.run(arguments + option, data: folder)
      let name = option[0].prefix { $0 != "=" }
      #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
      #expect(run.errors.contains("takes no \(name)"), "\(run.errors)")
    }
  }

  @Test(arguments: [":theme dark", ":panel on", ":edit form", ":clear", ":more", ":history"])
  func aWordOfThePromptSaysThatItNeedsOne(statement: String) async throws {
    let run = try await ProgramRun.run(["-e", statement], data: folder)
    #expect(run.status == 3)
    let word = statement.prefix { $0 != " " }
    #expect(run.errors.contains("error E204: \(word) needs a prompt at a terminal"))
  }

  @Test func aRunThatTakesTooLongIsEnded() async throws {
    let run = try await ProgramRun.run(
      ["--timeout", "0.2", "-e", "wait 1000s"], data: folder)
    #expect(run.status == 124)
    #expect(run.errors.contains("time"))
  }

  /// In the language of the environment, or in the one that is asked for, whatever is wrong behind it.
  @Test(arguments: [["--lang", "zh"], ["--lang=zh"], []])
  func theArgumentsAreExplainedInChinese(language: [String]) async throws {
    let environment = ["LC_ALL": language.isEmpty ? "zh_CN.UTF-8" : "C"]
    func run(_ arguments: String...) async throws -> ProgramRun {
      try await ProgramRun.run(language + arguments, data: folder, environment: environment)
    }
    let help = try await run("--help")
    #expect(help.status == 0 && help.output.contains("概述：") && help.output.contains("用法："))
    #expect(!help.output.contains("Show") && !help.output.contains("OPTIONS"), "\(help.output)")
    let unknown = try await run("--thme", "dark")
    #expect(unknown.status == 2 && unknown.errors.contains("没有选项“--thme”。你是否想输入“--theme”？"))
    #expect(try await run("--execute").errors.contains("缺少“--execute”的值"))
    #expect(try await run("--timeout", "soon").errors.contains("不是秒数"))
    #expect(try await run("--theme", "neon").errors.contains("的值不能是“neon”。可以是"))
    #expect(try await run("run", "\(folder.path)/nope").errors.contains("没有这个文件或文件夹"))
  }

  /// [quirk] Chinese help has no space behind a full-width sign, no brackets of another width and one kind of quotation marks.
  @Test(arguments: [
    ["--help"], ["run", "--help"], ["test", "--help"], ["new", "--help"], ["lessons", "--help"],
    ["talks", "--help"], ["--nosuch"], ["--theme", "neon"], ["--timeout", "x"], ["run"],
  ])
  func chineseHelpIsSetAsChineseIs(arguments: [String]) async throws {
    let run = try await ProgramRun.run(["--lang", "zh"] + arguments, data: folder)
    let text = run.output + run.errors
    let spaces = text.matches(of: #/[，。：；！？、）] [^ \n]/#).map { String($0.output) }
    #expect(spaces.isEmpty, "\(text)")
    #expect(!text.contains(#/\([^)]*\p{Han}/#), "\(text)")
    #expect(!text.contains("<options>") && !text.contains("<subcommand>"), "\(text)")
    let listed = text.matches(of: #/可选：[^）]*,/#).map { String($0.output) }
    #expect(listed.isEmpty, "\(listed)")
    if run.status != 0 { #expect(!run.errors.contains("'"), "\(run.errors)") }
  }

  /// A computation that would go on for a century, and keeps the main thread to itself.
  nonisolated static let endless =
    "(1...100000).map { (1...100000).map { (1...100000).map { $0 + 1 }.count }.count }.count"

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      endless, "let d = { \(endless) }", "var v = 1; watch [v, \(endless)]", "try? \(endless)",
      "[1] | sorted \(endless)", "wait until \(endless) == 1",
    ])
  func aComputationThatTakesTooLongIsEnded(statement: String) async throws {
    let run = try await ProgramRun.run(
      ["--timeout", "0.5", "-e", statement + "; print(\"not reached\")"], data: folder)
    #expect(run.status == 124)
    #expect(run.errors.contains("the time limit of 0.5 seconds is over"), "\(run.errors)")
    #expect(!run.output.contains("not reached"))
  }

  /// Boxes cannot be read aloud.
  @Test(arguments: [true, false]) func aPlainGraphIsATree(isPlain: Bool) async throws {
    let run = try await ProgramRun.run(
      (isPlain ? ["--plain"] : []) + ["-e", "let form = LoginForm(); :graph form.output"],
      data: folder)
    #expect(run.output.contains("└─ password") == isPlain, "\(run.output)")
    #expect(run.output.contains("╭") != isPlain)
  }

  @Test func onAManualClockNothingWaits() async throws {
    let run = try await ProgramRun.run(
      ["--clock", "manual", "-e", "wait 1000s; advance 5m; 1"], data: folder)
    #expect(run.status == 0)
    #expect(run.output == "1\n")
  }

  @Test func mistakesArePassedOverWhenAsked() async throws {
    let script = folder.appending(path: "a.mvvm")
    try "nobody\n1 +\n 1\nexpect false\n".write(to: script, atomically: true, encoding: .utf8)
    let run = try await ProgramRun.run(["run", script.path, "--no-bail"], data: folder)
    #expect(run.output == "2\n")
    #expect(run.errors.contains("a.mvvm:1:1") && run.errors.contains("a.mvvm:4:8"))
    #expect(run.status == 3)
  }

  @Test func mistakesOfArgumentsArePassedOverWhenAsked() async throws {
    let run = try await ProgramRun.run(
      ["--no-bail", "-e", "nobody", "-e", "1 + 1"], data: folder)
    #expect(run.output == "2\n")
    #expect(run.errors.contains("there is no 'nobody'"))
    #expect(run.status == 3)
  }

  @Test func aFolderIsNoDocument() async throws {
    let run = try await ProgramRun.run(["test", folder.path], data: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("cannot test") && !run.errors.contains("NSCocoaErrorDomain"))
  }

  /// The limit for a file, 512 KiB, stands for a full disk; the answers are longer.
  private static let full = #"trap '' XFSZ; ulimit -f 1024; exec "$0" "$@""#

  @Test func aDocumentThatCannotBeWrittenStaysAsItIs() async throws {
    let document = folder.appending(path: "notes.md")
    let text = "```\n❯ 1...90000 | json\nold\n```\n"
    try text.write(to: document, atomically: true, encoding: .utf8)
    let run = try await ProgramRun.run(
      ["test", "--update", document.path], data: folder, by: Self.full)
    #expect(run.status == 2)
    #expect(
      run.errors.hasSuffix("notes.md' cannot be written: File too large\n"), "\(run.errors)")
    #expect(try String(contentsOf: document, encoding: .utf8) == text)
    #expect(try names(beginningWith: "notes") == ["notes.md"])
  }

  @Test(arguments: [">", ">>"])
  func aFileThatCannotBeWrittenIsAsItWas(sign: String) async throws {
    let files = FileManager.default
    let paths = ["a-file", "a-twin", "a-new"].map { folder.appending(path: $0).path }
    for path in paths.prefix(2) {
      try "old\n".write(toFile: path, atomically: false, encoding: .utf8)
    }
    try files.linkItem(atPath: paths[1], toPath: folder.appending(path: "a-link").path)
    let run = try await ProgramRun.run(
      ["--no-bail"] + paths.flatMap { ["-e", "1...90000 | json \(sign) \"\($0)\""] },
      data: folder, by: Self.full)
    #expect(run.errors.matches(of: #/cannot be written: File too large/#).count == 3)
    for path in paths.prefix(2) {
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old\n")
    }
    #expect(try names(beginningWith: "a-") == ["a-file", "a-link", "a-twin"])
  }

  private func names(beginningWith start: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(start) }.sorted()
  }

  @Test func documentsAreReplayedAndMended() async throws {
    let document = folder.appending(path: "notes.md")
    try "# Notes\n```\n❯ 1 + 1\n3\n```\n".write(to: document, atomically: true, encoding: .utf8)
    let failed = try await ProgramRun.run(["test", document.path], data: folder)
    #expect(failed.status == 1)
    #expect(failed.output.contains("notes.md:3") && failed.output.contains("  - 3\n  + 2"))
    let mended = try await ProgramRun.run(["test", "--update", document.path], data: folder)
    #expect(mended.status == 0)
    #expect(
      try String(contentsOf: document, encoding: .utf8) == "# Notes\n```\n❯ 1 + 1\n2\n```\n")
    let passed = try await ProgramRun.run(["test", document.path], data: folder)
    #expect(passed.status == 0)
    #expect(passed.output.contains("1 step\n"))
    let chinese = try await ProgramRun.run(["test", document.path, "--lang", "zh"], data: folder)
    #expect(chinese.output.hasSuffix("notes.md：1 步\n"), "\(chinese.output)")
  }

  /// What they write is no JSON.
  @Test(arguments: [
    ["test", "notes.md"], ["lessons"], ["lessons", "verify"], ["talks"], ["notes", "--once"],
    ["handout"], ["exercises", "--once"],
  ])
  func jsonIsRefusedWhereNoStatementsAreRun(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments + ["--json"], data: folder)
    #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("mvvm-repl \(arguments[0]) takes no --json"), "\(run.errors)")
  }

  @Test func aDocumentWithoutAConversationHasNotPassed() async throws {
    let document = folder.appending(path: "prose.md")
    try "# Prose\n```\n1 + 1\n```\n".write(to: document, atomically: true, encoding: .utf8)
    let run = try await ProgramRun.run(["test", document.path], data: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("no conversation in"))
  }

  @Test func theHelpSpeaksTheLanguageOfTheEnvironment() async throws {
    let run = try await ProgramRun.run(
      ["-e", ":help why"], data: folder, environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(run.output.contains("追溯"))
    let other = try await ProgramRun.run(
      ["--lang", "en", "-e", ":help why"], data: folder, environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(other.output.contains("what it came from"))
  }

  @Test func newListsItsTemplatesAndWritesAPackageOnce() async throws {
    let list = try await ProgramRun.run(["new", "--list"], data: folder)
    let names = list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(list.status == 0 && names == ["counter", "form", "list", "app", "exercises"])
    let words = ["new", "Shop", "--in", folder.path]
    let written = try await ProgramRun.run(words, data: folder)
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output.contains("cd \(folder.path)/Shop && swift run shop-repl\n"))
    let manifest = folder.appending(path: "Shop/Package.swift")
    try Data("// mine\n".utf8).write(to: manifest)
    let again = try await ProgramRun.run(words, data: folder)
    #expect(again.status == 2 && again.errors.contains("already exists; nothing was written"))
    #expect(try String(contentsOf: manifest, encoding: .utf8) == "// mine\n")
    for (name, advice) in [("\u{DC}nder", "Write new Under"), ("FooTests", "write new Foo")] {
      let refused = try await ProgramRun.run(["new", name, "--in", folder.path], data: folder)
      #expect(refused.status == 2 && refused.errors.contains(advice), "\(refused.errors)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains(name) == false)
    }
  }

  @Test func coloursComeWhenTheyAreAskedFor() async throws {
    let run = try await ProgramRun.run(
      ["--color", "always", "-e", ":types"], data: folder, environment: ["NO_COLOR": "1"])
    #expect(run.output.contains("\u{1B}["))
  }

  @Test(arguments: [
    ["--timeout", "soon"], ["--clock", "sundial"], ["--lang", "xx"], ["--serve-on", "example.com"],
    ["--serve-on", "0.0.0.0:port"],
  ])
  func wrongOptionsAreNamed(arguments: [String]) async throws {
    let run = try await ProgramRun.run(arguments + ["-e", "1"], data: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("Write \(arguments[0])"))
  }
}
