import Foundation
import REPLKit

/// The subcommand `lessons`: lists the lessons, or proves that they can be done.
@MainActor
struct LessonFiles {
  private let setup: Setup
  private let output: Output
  private var language: HelpLanguage { setup.options.helpLanguage }

  init(_ setup: Setup) {
    self.setup = setup
    output = Output(setup.options)
  }

  func run(_ action: DocumentAction) async -> Int32 {
    let course: Course
    do {
      guard let offered = try setup.course() else {
        output.complain(Message.noLessonsHere.text(in: language))
        return Program.Exit.wrongUse
      }
      course = offered
    } catch {
      for mistake in action == .verify ? setup.mistakesInLessons ?? [error] : [error] {
        output.complain(mistake.text(in: language))
      }
      return Status.runtimeError.rawValue
    }
    switch action {
    case .list:
      for index in course.lessons.indices {
        let lesson = course.lesson(index, in: language)
        output.write(TextRenderer.printable("\(index + 1)  \(lesson.title)  (\(lesson.id))"))
      }
      return output.exit(Status.ok.rawValue)
    case .verify:
      let stages = PassingStages(setup)
      let problems = await CourseExamination { await stages.session($0) }
        .run(course, in: language)
      await stages.close()
      let steps = course.lessons.reduce(0) { $0 + $1.steps.count }
      return output.report(
        problems, orThat: .verified(course.lessons.count, steps), in: language)
    }
  }
}

extension Setup {
  /// The lessons of the folders that were named, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func course() throws(LessonError) -> Course? {
    try collected(from: options.lessons, own: lessons, unlessEmpty: .noLessonInFolder)
  }

  /// All mistakes in the documents of the folders; `nil` when there is none that belongs to a document.
  fileprivate var mistakesInLessons: [LessonError]? {
    let mistakes = options.lessons.filter { $0 != Self.builtIn }.flatMap { folder in
      (try? Self.documents(in: folder)).map { Course.mistakes(in: $0) } ?? []
    }
    return mistakes.isEmpty ? nil : mistakes
  }
}

extension Setup {
  /// Watches the folders of lessons and talks that the options name; `nil` when they name none.
  func watchDocuments(onChange: @escaping @MainActor () -> Void) -> SourceWatch? {
    let folders = (options.lessons + options.talks).filter { $0 != Self.builtIn }
      .map { URL(filePath: $0, directoryHint: .isDirectory) }
    return folders.isEmpty ? nil : SourceWatch(.documents, in: folders, onChange: onChange)
  }
}

extension Session {
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
