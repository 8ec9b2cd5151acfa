import ArgumentParser
import Foundation
import REPLKit
import Workshop

/// `mvvm-repl lessons`: lists the lessons, or proves that they can be done.
@MainActor
struct LessonFiles {
  /// What is done with the lessons.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case list
    case verify
  }

  private let options: MVVMREPL.Options
  private let output: Output

  init(_ options: MVVMREPL.Options) {
    self.options = options
    output = Output(options)
  }

  func run(_ action: Action) async -> Int32 {
    let course: Course
    do { course = try Self.course(options) } catch {
      output.complain("\(error)")
      return Status.runtimeError.rawValue
    }
    switch action {
    case .list:
      for index in course.lessons.indices {
        let lesson = course.lesson(index, in: options.helpLanguage)
        output.write(TextRenderer.printable("\(index + 1)  \(lesson.title)  (\(lesson.id))"))
      }
      return output.exit(Status.ok.rawValue)
    case .verify: return output.exit(await verify(course))
    }
  }

  private func verify(_ course: Course) async -> Int32 {
    var workshops: [Workshop] = []
    let examination = CourseExamination { emit in
      let clock = SessionClock(options.clock)
      // Not the learner's own data: a lesson may put and delete.
      let workshop = Workshop(data: nil, api: options.api, clock: clock, seed: options.seed)
      workshops.append(workshop)
      let session = Session(
        catalog: workshop.catalog, models: workshop.models, clock: clock, emit: emit)
      await workshop.furnish(session)
      return session
    }
    let problems = await examination.run(course, in: options.helpLanguage)
    for workshop in workshops { await workshop.close() }
    for problem in problems { output.write(TextRenderer.printable("✗ \(problem)")) }
    let steps = course.lessons.reduce(0) { $0 + $1.steps.count }
    if problems.isEmpty { output.write("✓ \(course.lessons.count) lessons, \(steps) steps") }
    return (problems.isEmpty ? Status.ok : .expectationFailed).rawValue
  }

  /// The lessons of the folder that was named, or the workshop's.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  static func course(_ options: MVVMREPL.Options) throws(LessonError) -> Course {
    guard let folder = options.lessons else { return try Course.workshop() }
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: url.path) } catch {
      throw LessonError(
        .unreadable, "this is no folder that can be read; name the one that holds the lessons",
        file: folder)
    }
    var documents: [(name: String, text: String)] = []
    for name in names where name.hasSuffix(".md") {
      guard let text = try? String(contentsOf: url.appending(path: name), encoding: .utf8) else {
        throw LessonError(
          .unreadable, "this cannot be read as UTF-8 text; save it as UTF-8", file: name)
      }
      documents.append((name, text))
    }
    guard !documents.isEmpty else {
      throw LessonError(.noStep, "there is no lesson here, no file that ends in .md", file: folder)
    }
    return try Course(documents)
  }
}

extension Session {
  /// Offers the lessons that the options name, with progress in a file.
  func offerLessons(
    _ options: MVVMREPL.Options, progress: URL, report: @escaping @MainActor (String) -> Void
  ) {
    do {
      offer(try LessonFiles.course(options), progress: ProgressFile(progress, report: report))
    } catch {
      report("\(error)")
    }
  }
}
