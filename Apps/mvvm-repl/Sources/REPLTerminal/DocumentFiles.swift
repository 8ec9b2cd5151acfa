import ArgumentParser
import Foundation
import DisplayWidth
import REPLKit

/// The actions on the lessons or the talks of a program.
enum DocumentAction: String, ExpressibleByArgument, CaseIterable {
  case list
  case verify
}

/// The subcommands `lessons` and `talks`, which list the documents or verify that they can be done.
@MainActor
struct DocumentFiles {
  private let setup: Setup
  private let output: Output
  private var language: HelpLanguage { setup.options.helpLanguage }

  init(_ setup: Setup) {
    self.setup = setup
    output = Output(setup.options)
  }

  func lessons(_ action: DocumentAction) async -> Int32 {
    let offered: Course?
    do {
      offered = try setup.course()
      try offered?.read()
    } catch {
      for mistake in action == .verify ? setup.mistakesInLessons ?? [error] : [error] {
        output.complain(mistake.text(in: language))
      }
      return Status.runtimeError.rawValue
    }
    guard let course = offered else { return output.refuse(.noLessonsHere) }
    guard action == .verify else {
      return list(
        course.lessons.indices.map { index in
          let lesson = course.lesson(index, in: language)
          return ("\(index + 1)", "\(lesson.title)  (\(lesson.id))")
        })
    }
    let stages = PassingStages(setup)
    let problems = await CourseExamination { await stages.session($0) }
      .run(course, in: language)
    await stages.close()
    let steps = course.lessons.reduce(0) { $0 + $1.steps.count }
    return report(problems, orThat: .verified(course.lessons.count, steps))
  }

  func talks(_ action: DocumentAction) async -> Int32 {
    let list: TalkList
    do {
      list = try setup.talkList()
      try list.read()
    } catch {
      output.complain(error.text(in: language))
      return Status.runtimeError.rawValue
    }
    guard !list.isEmpty else { return output.refuse(.noTalksHere) }
    guard action == .verify else {
      return self.list(
        list.talks.map { ($0.id, (list.talk($0.id, in: language) ?? $0).title) })
    }
    let stages = PassingStages(setup)
    let examination = TalkExamination { await stages.session($0) }
    var problems: [String] = []
    for held in HelpLanguage.allCases { problems += await examination.run(list, in: held) }
    await stages.close()
    let statements = list.talks.flatMap(\.steps).reduce(0) { $0 + $1.statements.count }
    return report(problems, orThat: .verifiedTalks(list.talks.count, statements))
  }

  private func list(_ rows: [(String, String)]) -> Int32 {
    for line in rows.aligned { output.write(TextRenderer.printable(line)) }
    return output.exit(Status.ok.rawValue)
  }

  /// Writes the problems found by an examination, or `message` without a problem; returns the exit code.
  private func report(_ problems: [String], orThat message: Message) -> Int32 {
    for problem in problems { output.write(TextRenderer.printable("✗ \(problem)")) }
    if problems.isEmpty { output.write(message.text(in: language)) }
    return output.exit((problems.isEmpty ? Status.ok : .expectationFailed).rawValue)
  }
}

extension Setup {
  /// The name that stands for the program's own documents among folders.
  static let builtIn = "built-in"

  /// Returns the documents of the named folders in order, or the program's own without a folder.
  ///
  /// The name ``builtIn`` stands for the program's own documents, which `own` reads. `empty` is the error for a folder
  /// without a document.
  ///
  /// - Returns: The documents; `nil` when there are none.
  func collected<Document>(
    from folders: [String], own: @MainActor () throws(LessonError) -> Translated<Document>?,
    unlessEmpty empty: Message? = nil
  ) throws(LessonError) -> Translated<Document>? {
    var collected: Translated<Document>?
    for folder in folders.isEmpty ? [Self.builtIn] : folders {
      let part: Translated<Document>?
      if folder == Self.builtIn {
        part = try own()
      } else {
        let documents = try Self.documents(in: folder)
        if documents.isEmpty, let empty { throw LessonError(.noStep, empty, file: folder) }
        part = try Translated(documents)
      }
      guard let part else { continue }
      collected = try collected?.followed(by: part) ?? part
    }
    return collected
  }

  /// The documents of lessons or talks in a folder.
  ///
  /// - Throws: ``/REPLKit/LessonError`` when the folder, or one of them, cannot be read.
  static func documents(
    in folder: String
  ) throws(LessonError) -> [(name: String, text: String)] {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: url.path) } catch {
      throw LessonError(.unreadable, .noFolderOfLessons, file: folder)
    }
    var documents: [(name: String, text: String)] = []
    for name in names where Course.isLesson(name) {
      guard let text = try? String(contentsOf: url.appending(path: name), encoding: .utf8) else {
        throw LessonError(.unreadable, .notUTF8, file: name)
      }
      documents.append((name, text))
    }
    return documents
  }
}

/// Sessions on stages without storage, in which no statement touches the person's own data.
@MainActor
final class PassingStages {
  private let setup: Setup
  private var stages: [any Stage] = []

  init(_ setup: Setup) { self.setup = setup }

  /// Makes a session on a stage of its own.
  func session(_ emit: @escaping @MainActor (Record) -> Void) async -> Session {
    let clock = SessionClock(setup.options.clock)
    let stage = setup.stage(data: nil, clock: clock)
    stages.append(stage)
    let session = stage.session(clock: clock, emit: emit)
    await stage.furnish(session)
    return session
  }

  /// Closes all stages.
  func close() async {
    for stage in stages { await stage.close() }
  }
}

extension Session {
  /// Offers the lessons and talks of the folders again; reports a document that is not finished yet, and then keeps the
  /// earlier offer.
  func offerAgain(_ setup: Setup, report: @MainActor (String) -> Void) async {
    do throws(LessonError) {
      if !setup.options.lessons.isEmpty, let course = try setup.course() {
        await offerAgain(course)
      }
      if !setup.options.talks.isEmpty { offerAgain(try setup.talkList()) }
    } catch {
      report(error.text(in: language))
    }
  }
}

extension [(String, String)] {
  /// The rows as lines, with their second texts in one column.
  var aligned: [String] {
    let cells = CellWidth()
    let width = map { cells.of($0.0) }.max() ?? 0
    return map { $0.0 + String(repeating: " ", count: width - cells.of($0.0) + 2) + $0.1 }
  }
}
