import Foundation
import REPLKit
import Testing

@testable import REPLTerminal

@Suite struct ExerciseTests {
  private func files(_ language: HelpLanguage = .english) throws -> [String: String] {
    let package = NewPackage(
      name: try PackageName("Practice"), template: .exercises, layers: [],
      source: .folder(URL(filePath: "/clones/mvvm-repl")), language: language)
    return Dictionary(uniqueKeysWithValues: package.files.map { ($0.path, $0.text) })
  }

  @Test func eachExerciseHasAHoleASolutionAndTests() throws {
    let files = try files()
    for (index, exercise) in Exercise.all.enumerated() {
      let number = index + 1
      let open = try #require(files["Sources/Practice/Exercise\(number).swift"])
      let solved = try #require(files["Solutions/Exercise\(number).swift"])
      let tests = try #require(files["Tests/PracticeTests/Exercise\(number)Tests.swift"])
      #expect(open != solved)
      #expect(open.contains(exercise.hole) && solved.contains(exercise.solution))
      #expect(solved.contains("final class Practice\(exercise.type)"))
      #expect(tests.contains("@Suite struct Exercise\(number)Tests {"))
      #expect(tests.contains("Practice\(exercise.type)("))
      #expect(
        files["Sources/Practice/Catalog+Practice.swift"]?.contains("Practice\(exercise.type).self")
          == true)
      #expect(!exercise.hints.isEmpty)
    }
    for (path, text) in files {
      #expect(!text.contains(/\{(Name|Type|tool|import|first|tests|catalog|hole)\}/), "\(path)")
      #expect(text.hasSuffix("\n") && !text.contains("\t"), "\(path)")
    }
    let lesson = try #require(files["Sources/practice-repl/Lessons/first-steps.md"])
    _ = try Course([("first-steps.md", lesson)])
  }

  @Test func theTaskStandsInTheFileInTheLanguageThatWasAskedFor() throws {
    let english = try #require(try files()["Sources/Practice/Exercise1.swift"])
    #expect(
      english.hasPrefix(
        "// Exercise 1: A derived value\n//\n// `isChild` is to be true below the age of 12."))
    let chinese = try #require(try files(.chinese)["Sources/Practice/Exercise1.swift"])
    #expect(chinese.hasPrefix("// 练习 1：派生值\n//\n// 年龄不到 12 岁时"))
    for (path, text) in try files(.chinese) where path.contains("/Practice/Exercise") {
      let comments = text.split(separator: "\n").filter { $0.contains("// ") }
      #expect(comments.count > 3, "\(path)")
      #expect(comments.filter { !$0.contains(/\p{Han}/) } == [], "\(path)")
    }
  }

  @Test func theNextExerciseIsTheFirstWhoseSuiteDoesNotPass() {
    let report = ExerciseReport(
      """
      ◇ Suite Exercise1Tests started.
      ✘ Test onlyWhatIsRightCanBeSent() recorded an issue at Exercise2Tests.swift:12:5: Expectation failed: !(message.canSend → true)
      ✘ Test nothingIsTakenFromZero() recorded an issue at Exercise3Tests.swift:9:5: Expectation failed: a
      ✔ Suite Exercise1Tests passed after 0.001 seconds.
      ✘ Suite Exercise2Tests failed after 0.001 seconds with 1 issue.
      ✔ Suite "Exercise3Tests" passed after 0.001 seconds.
      """, count: 3)
    #expect(report.isDone == [true, false, true])
    #expect(report.next == 2)
    #expect(
      report.failures == ["Exercise2Tests.swift:12: Expectation failed: !(message.canSend → true)"])
  }

  /// A test that ends the process ends those of the other exercises, too: each is run alone then.
  @Test func anExerciseThatCrashesTakesNoOtherWithIt() {
    let crash = "Exercise3.swift:9: Fatal error: Negative value is not representable"
    var report = ExerciseReport(
      "◇ Suite Exercise1Tests started.\n✔ Suite Exercise2Tests passed after 0.1 seconds.\n\(crash)",
      count: 3)
    #expect(report.unfinished == [1, 3] && report.hasBegun)
    report.take("✔ Suite Exercise1Tests passed after 0.1 seconds.", of: 1)
    #expect(report.next == 3)
    report.take("◇ Suite Exercise3Tests started.\n\(crash)\nBacktrace took 0.69s", of: 3)
    #expect(report.isDone == [true, true, false])
    #expect(report.failures == [crash])
  }

  @Test func anExerciseWithoutTestsIsNotDone() {
    #expect(ExerciseReport("Test run with 0 tests passed", count: 2).next == 1)
    #expect(!ExerciseReport("error: no tests found", count: 2).hasBegun)
    #expect(ExerciseReport("", count: 2).isDone == [false, false])
  }
}
