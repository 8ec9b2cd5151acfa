import Foundation
import Testing

/// Lessons as the program offers them.
@Suite struct LessonProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") async throws -> ProgramRun {
    try await ProgramRun.run(arguments, input: Data(input.utf8), data: folder.url)
  }

  @Test func progressLastsFromRunToRun() async throws {
    let first = try await run(
      "--no-bail", input: ":lesson values\nlet form = LoginForm()\nform.phone = \"18612345678\"\n")
    #expect(first.output.contains("✓ Step 2 of 3 is done."))
    let file = folder.url.appending(path: "progress.json")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let second = try await run("-e", ":lesson", "-e", ":lesson next")
    #expect(second.output.contains(":lesson 1   A view-model you can talk to  (6 min)  2/3"))
    #expect(second.output.contains("Step 3 of 3: Read it"))
    let third = try await run("-e", ":reset all", "-e", ":lesson")
    #expect(!third.output.contains("2/3"))
  }

  @Test func progressThatCannotBeReadIsLeftAlone() async throws {
    let file = folder.url.appending(path: "progress.json")
    try Data("{\"version\": 2, \"done\": []}".utf8).write(to: file)
    let result = try await run("-e", ":lesson 1", "-e", "let form = LoginForm()")
    #expect(result.status == 0)
    #expect(result.errors.contains("it is of version 2"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"version\": 2, \"done\": []}")
    let reset = try await run("-e", ":reset all")
    #expect(reset.output.contains("until the next start; what was saved before is still there"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"version\": 2, \"done\": []}")
    let chinese = try await run("--lang", "zh", "-e", ":reset all")
    #expect(chinese.output.contains("以前保存的仍然保留"))
  }

  @Test func theLessonsAreListedAndVerified() async throws {
    #expect(try await run("lessons", "--lang", "zh").output.contains("3   派生状态  (03-derived)"))
    let verified = try await run("lessons", "verify", "--clock", "manual")
    #expect(verified.status == 0)
    #expect(verified.output.hasPrefix("✓ 20 lessons, "))
  }

  @Test func aFolderWithoutExercisesIsToldSo() async throws {
    let english = try await run("exercises", "--once", "--in", folder.url.path)
    #expect(english.status == 2)
    #expect(english.errors.contains("there are no exercises here"))
    let chinese = try await run("exercises", "--once", "--in", folder.url.path, "--lang", "zh")
    #expect(chinese.errors.contains("这里没有练习"))
  }

  @Test func lessonsOfAFolderAreOffered() async throws {
    let own = folder.url.appending(path: "own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let lesson =
      "# Mine\n## One\n- [ ] x is one: `x == 1`\n> No.\n```mvvm solution\nlet x = 2\n```\n"
    try Data(lesson.utf8).write(to: own.appending(path: "01-mine.md"))
    let done = try await run("--lessons", own.path, "-e", ":lesson mine", "-e", "let x = 1")
    #expect(done.output.contains("✓ Lesson 1 is done: Mine"))
    let verified = try await run("lessons", "verify", "--lessons", own.path)
    #expect(verified.status == 1)
    #expect(verified.output.contains("✗ 01-mine: step 1, the solution does not meet: x is one"))
    try Data("no lesson".utf8).write(to: own.appending(path: "README.md"))
    let both = try await run(
      "--lessons", "built-in", "--lessons", own.path, "-e", ":lesson mine", "-e", "let x = 1")
    #expect(both.output.contains("✓ Lesson 21 is done: Mine"))
    let twice = try await run("lessons", "--lessons", own.path, "--lessons", own.path)
    #expect(twice.status == 3)
    #expect(twice.errors.contains("two documents are called '01-mine'"))
    try Data("# Mine\n".utf8).write(to: own.appending(path: "02-broken.md"))
    let broken = try await run("lessons", "verify", "--lessons", own.path)
    #expect(broken.status == 3)
    #expect(broken.errors.contains("02-broken.md:2: there is no step"))
    try Data("none".utf8).write(to: own.appending(path: "03-broken.md"))
    let allBroken = try await run("lessons", "verify", "--lessons", own.path)
    #expect(
      allBroken.errors.contains("02-broken.md:2") && allBroken.errors.contains("03-broken.md"))
    let document = folder.url.appending(path: "talk.md")
    try Data("```\n❯ :present stop\nerror …\n…\n```\n".utf8).write(to: document)
    #expect(try await run("test", document.path).status == 0)
    let tested = try await run("test", document.path, "--lessons", own.path)
    #expect(tested.status == 3 && tested.errors.contains("02-broken.md"))
    let late = try await run("lessons", "verify", "--timeout", "0.001")
    #expect(late.status == 124 && late.errors.contains("is over"))
    let without = try await run("--lessons", own.path, "-e", "1 + 1")
    #expect(without.output == "2\n")
    #expect(without.errors.contains("02-broken.md"))
  }
}
