import ArgumentParser
import Foundation
import REPLKit

/// The subcommand `lessons`: lists the lessons, or proves that they can be done.
@MainActor
struct LessonFiles {
  /// The actions on lessons.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case list
    case verify
  }

  private let setup: Setup
  private let output: Output

  init(_ setup: Setup) {
    self.setup = setup
    output = Output(setup.options)
  }

  func run(_ action: Action) async -> Int32 {
    let course: Course
    do {
      guard let offered = try setup.course() else {
        output.complain(Message.noLessonsHere.text(in: setup.options.helpLanguage))
        return Program.Exit.wrongUse
      }
      course = offered
    } catch {
      for mistake in action == .verify ? setup.mistakesInLessons ?? [error] : [error] {
        output.complain(mistake.text(in: setup.options.helpLanguage))
      }
      return Status.runtimeError.rawValue
    }
    switch action {
    case .list:
      for index in course.lessons.indices {
        let lesson = course.lesson(index, in: setup.options.helpLanguage)
        output.write(TextRenderer.printable("\(index + 1)  \(lesson.title)  (\(lesson.id))"))
      }
      return output.exit(Status.ok.rawValue)
    case .verify: return output.exit(await verify(course))
    }
  }

  private func verify(_ course: Course) async -> Int32 {
    var stages: [any Stage] = []
    let examination = CourseExamination { emit in
      let clock = SessionClock(setup.options.clock)
      // Not the learner's own data: a lesson may put and delete.
      let stage = setup.stage(data: nil, clock: clock)
      stages.append(stage)
      let session = stage.session(clock: clock, emit: emit)
      await stage.furnish(session)
      return session
    }
    let problems = await examination.run(course, in: setup.options.helpLanguage)
    for stage in stages { await stage.close() }
    for problem in problems { output.write(TextRenderer.printable("✗ \(problem)")) }
    let steps = course.lessons.reduce(0) { $0 + $1.steps.count }
    if problems.isEmpty {
      output.write(
        Message.verified(course.lessons.count, steps).text(in: setup.options.helpLanguage))
    }
    return (problems.isEmpty ? Status.ok : .expectationFailed).rawValue
  }

}

extension Setup {
  /// The lessons of the folders that were named, one behind the other, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func course() throws(LessonError) -> Course? {
    guard !options.lessons.isEmpty else { return try lessons() }
    var course: Course?
    for folder in options.lessons {
      let part = folder == Self.ownLessons ? try lessons() : try Course(Self.lessons(in: folder))
      guard let part else { continue }
      course = try course?.followed(by: part) ?? part
    }
    return course
  }

  /// The name of the program's own lessons among folders.
  static let ownLessons = "built-in"

  /// All mistakes in the documents of the folders; `nil` when there is none that belongs to a document.
  fileprivate var mistakesInLessons: [LessonError]? {
    let mistakes = options.lessons.filter { $0 != Self.ownLessons }.flatMap { folder in
      (try? Self.lessons(in: folder)).map { Course.mistakes(in: $0) } ?? []
    }
    return mistakes.isEmpty ? nil : mistakes
  }

  private static func lessons(
    in folder: String
  ) throws(LessonError) -> [(name: String, text: String)] {
    let documents = try documents(in: folder)
    guard !documents.isEmpty else {
      throw LessonError(.noStep, .noLessonInFolder, file: folder)
    }
    return documents
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

extension Setup {
  /// Watches the folders of lessons and talks that the options name; `nil` when they name none.
  func watchDocuments(onChange: @escaping @MainActor () -> Void) -> SourceWatch? {
    let folders = (options.lessons + options.talks).filter { $0 != Self.ownLessons }
      .map { URL(filePath: $0, directoryHint: .isDirectory) }
    return folders.isEmpty ? nil : SourceWatch(.documents, in: folders, onChange: onChange)
  }
}

extension Session {
  /// Offers lessons and talks of folders as they are now; what has not been written to its end yet is told, and what
  /// was offered before stays.
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

  /// Offers the lessons that the options name, with progress in a file.
  func offerLessons(
    _ setup: Setup, progress: URL, report: @escaping @MainActor (String) -> Void
  ) {
    do {
      guard let course = try setup.course() else { return }
      offer(course, progress: ProgressFile(progress, report: report))
    } catch {
      report(error.text(in: language))
    }
  }
}
