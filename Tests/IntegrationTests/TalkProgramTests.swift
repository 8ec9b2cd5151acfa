import Foundation
import TerminalTestSupport
import Testing

/// Talks as the program holds them where no keys can be pressed.
@Suite struct TalkProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") async throws -> ProgramRun {
    try await ProgramRun.run(arguments, input: Data(input.utf8), data: folder.url)
  }

  @Test func aTalkIsPlayedAsText() async throws {
    let played = try await run("present", "login", "--plain")
    #expect(played.status == 0)
    #expect(played.output.contains("Step 1 of 6: A page without a view\nA login page has"))
    #expect(played.output.contains("❯ form.phone = \"18612345678\"\n◉ form.isPhoneValid  true"))
    #expect(played.output.hasSuffix("❯ expect form.canClear\n"))
    #expect(played.errors.contains("isPasswordValid is false"))
    let chinese = try await run("--lang", "zh", input: ":present login\nform\n")
    #expect(chinese.output.contains("第 6/6 步：先问，再做，再撤销"))
    #expect(chinese.errors.contains("form"), "the talk's names are gone behind it")
  }

  @Test(arguments: ["app", "login"], [2, 40])
  func aTalkThatNobodyReadsOnIsNoMistake(talk: String, lines: Int) async throws {
    // A talk fits into a pipe, and could end before its reader does; what follows it does not.
    let run = try await ProgramRun.run(
      ["--plain", "-e", ":present \(talk)", "-e", "1...90000 | json"], data: folder.url,
      by: #""$0" "$@" | head -n \#(lines)"#)
    // The mistakes that the talk shows before it are its own.
    #expect(run.errors.hasSuffix("mvvm-repl: nobody reads the output any more; stopped.\n"))
    #expect(!run.errors.contains("is closed"), "\(run.errors)")
  }

  @Test func theTalksAreListedAndVerified() async throws {
    #expect(try await run("talks").output.contains("login    The login form\n"))
    #expect(try await run("talks", "--lang", "zh").output.contains("login    登录表单\n"))
    let verified = try await run("talks", "verify")
    #expect(verified.status == 0)
    #expect(verified.output.hasPrefix("✓ "))
  }

  @Test func talksOfAFolderAreOffered() async throws {
    let own = folder.url.appending(path: "own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let none = try await run("talks", "--talks", own.path)
    #expect(none.status == 2)
    #expect(none.errors.contains("there are no talks here"))
    let file = own.appending(path: "sum.md")
    try Data("# Sums\n## One\n```mvvm\n1 + 1\n```\n".utf8).write(to: file)
    #expect(try await run("present", "sum", "--talks", own.path).output.hasSuffix("❯ 1 + 1\n2\n"))
    #expect(try await run("present", file.path).output.hasSuffix("❯ 1 + 1\n2\n"))
    let odd = own.appending(path: "a; b.md")
    try FileManager.default.copyItem(at: file, to: odd)
    #expect(try await run("present", odd.path).output.hasSuffix("❯ 1 + 1\n2\n"))
    try FileManager.default.removeItem(at: odd)
    let both = try await run("talks", "--talks", "built-in", "--talks", own.path)
    #expect(both.output.contains("login  ") && both.output.hasSuffix("sum      Sums\n"))
    try Data("# Sums\n## One\n```mvvm\n1 + nothing\n```\n".utf8).write(to: file)
    let wrong = try await run("talks", "verify", "--talks", own.path)
    #expect(wrong.status == 1)
    #expect(wrong.output.hasPrefix("✗ sum: step 1: "))
    try Data("# Sums\n".utf8).write(to: file)
    let broken = try await run("talks", "--talks", own.path)
    #expect(broken.status == 3)
    #expect(broken.errors.contains("sum.md:2: there is no step"))
  }
}
