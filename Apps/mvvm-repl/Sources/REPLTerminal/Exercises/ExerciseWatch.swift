import Foundation
import REPLKit
import Subprocess

/// The subcommand `exercises`, which shows the next exercise whose test fails, and tests again after each save.
@MainActor
final class ExerciseWatch {
  private let root: URL
  /// The folder of the package manager's products.
  private let scratch: URL
  private let output: Output
  private let language: HelpLanguage
  /// Whether to test only once, because nobody is there to change a source.
  private let isOnce: Bool
  /// The number of the exercise that was shown last, and the number of its hints shown so far.
  private var shown: (number: Int, hints: Int)?

  /// Finds the exercises of a folder; without a folder, of the package that the program was built from, or of the
  /// working folder.
  ///
  /// - Throws: A `Message` when there are no exercises.
  init(
    in folder: String?, isOnce: Bool, _ output: Output, _ language: HelpLanguage
  ) throws(Message) {
    let package = BuiltPackage.current
    let own = folder == nil ? package?.root : nil
    let there = URL(filePath: folder ?? ".", directoryHint: .isDirectory).standardizedFileURL
    guard let root = [own, there].compactMap(\.self).first(where: { Self.file(1, in: $0) != nil })
    else { throw .noExercisesHere }
    self.root = root
    let isOwn = root.path == package?.root.path
    scratch = (isOwn ? package?.scratch : nil) ?? root.appending(path: ".build")
    (self.output, self.language, self.isOnce) = (output, language, isOnce)
  }

  /// Runs the subcommand; returns the exit code.
  static func run(
    in folder: String?, isOnce: Bool, _ output: Output, _ language: HelpLanguage
  ) async -> Int32 {
    do throws(Message) {
      return try await ExerciseWatch(in: folder, isOnce: isOnce, output, language).run()
    } catch {
      return output.refuse(error)
    }
  }

  /// Tests once, or until the person leaves; returns the exit code.
  func run() async -> Int32 {
    if isOnce {
      return output.exit(await look() ? Status.ok.rawValue : Status.expectationFailed.rawValue)
    }
    let bell = Bell()
    let watch = SourceWatch(in: [root]) { bell.ring() }
    let input = ByteInput.standard
    var isOver = await look()
    while !isOver {
      guard await input.isThere(or: bell.descriptor) else {
        bell.silence()
        isOver = await look()
        continue
      }
      guard let bytes = try? await input.next(), !bytes.isEmpty else { break }
      switch bytes.first.map({ Character(Unicode.Scalar($0)) }) {
      case "h": tellHint()
      case "q": return output.exit(Status.ok.rawValue)
      default: isOver = await look()
      }
    }
    _ = watch
    return output.exit(isOver ? Status.ok.rawValue : Status.expectationFailed.rawValue)
  }

  /// Runs the tests and shows the next task; returns true when all exercises are done.
  private func look() async -> Bool {
    tell(.testingExercises)
    do {
      let text = try await test("Exercise[0-9]+Tests")
      let build = CompilerOutput(text)
      var report = ExerciseReport(text, count: Exercise.all.count)
      guard build.mistakes.isEmpty, report.hasBegun || build.complaints.isEmpty else {
        output.write(TextRenderer.printable(build.text(in: root)))
        if !isOnce { tell(.exercisesDoNotBuild) }
        return false
      }
      // After a crash it is unknown which of the tests in the process caused it, so this exercise is tested alone.
      for number in report.unfinished where report.next == number {
        report.take(
          try await test(Exercise.suite(number), arguments: ["--skip-build"]), of: number)
      }
      return tell(report)
    } catch {
      tell(error.isMissingProgram ? .swiftIsMissing : Message(verbatim: "\(error)"))
      return false
    }
  }

  /// Runs the tests of some suites; returns their output.
  private func test(_ suites: String, arguments: [String] = []) async throws -> String {
    let configuration = Configuration(
      executable: .name("swift"),
      arguments: .init(
        ["test", "--package-path", root.path, "--scratch-path", scratch.path, "--filter", suites]
          + arguments))
    return try await ChildProcess.run(configuration, input: .none).printed
  }

  /// Shows the results of the tests; returns true when all exercises are done.
  private func tell(_ report: ExerciseReport) -> Bool {
    let count = Exercise.all.count
    for (index, exercise) in Exercise.all.enumerated() where report.isDone[index] {
      tell(.exerciseDone(index + 1, of: count, exercise.title))
    }
    guard let number = report.next else {
      tell(.allExercisesDone)
      return true
    }
    let exercise = Exercise.all[number - 1]
    let place = Self.file(number, in: root).map {
      String($0.path.trimmingPrefix(root.path + "/"))
    }
    output.write("")
    tell(.exercise(number, of: count, exercise.title, in: place ?? ""))
    tell(exercise.task)
    for failure in report.failures.prefix(3) {
      output.write("  " + TextRenderer.printable(failure))
    }
    if !isOnce { tell(.exerciseKeys) }
    if shown?.number != number { shown = (number, 0) }
    return false
  }

  private func tellHint() {
    guard let shown else { return tell(.exercisesDoNotBuild) }
    let hints = Exercise.all[shown.number - 1].hints
    guard shown.hints < hints.count else { return tell(.noHintOfExercise) }
    self.shown?.hints += 1
    tell(.hintOfExercise(shown.hints + 1, of: hints.count, hints[shown.hints]))
  }

  private func tell(_ message: Message) { output.write(message.text(in: language)) }

  /// The file of an exercise.
  private static func file(_ number: Int, in root: URL) -> URL? {
    let sources = root.appending(path: "Sources")
    let modules = try? FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    return modules?.map { sources.appending(path: "\($0)/Exercise\(number).swift") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
