import ArgumentParser
import Foundation
import REPLKit

/// The actions on the lessons or the talks of a program.
enum DocumentAction: String, ExpressibleByArgument, CaseIterable {
  case list
  case verify
}

/// Lessons or talks that are read from documents.
protocol DocumentCollection {
  /// Reads documents.
  init(_ documents: [(name: String, text: String)]) throws(LessonError)
  /// Those of this collection, then those of another one.
  func followed(by other: Self) throws(LessonError) -> Self
}

extension Course: DocumentCollection {}
extension TalkList: DocumentCollection {}

extension Setup {
  /// The name of the program's own documents among folders.
  static let builtIn = "built-in"

  /// The documents of the folders that were named, one behind the other, or the program's own.
  ///
  /// - Parameters:
  ///   - folders: The folders, among which ``builtIn`` stands for the program's own documents.
  ///   - own: Reads those.
  ///   - empty: What is wrong with a folder that has no document; `nil` when nothing is.
  /// - Returns: Them; `nil` when there are none.
  /// - Throws: ``/REPLKit/LessonError``.
  func collected<Collection: DocumentCollection>(
    from folders: [String], own: @MainActor () throws(LessonError) -> Collection?,
    unlessEmpty empty: Message? = nil
  ) throws(LessonError) -> Collection? {
    var collected: Collection?
    for folder in folders.isEmpty ? [Self.builtIn] : folders {
      let part: Collection?
      if folder == Self.builtIn {
        part = try own()
      } else {
        let documents = try Self.documents(in: folder)
        if documents.isEmpty, let empty { throw LessonError(.noStep, empty, file: folder) }
        part = try Collection(documents)
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

/// Sessions on stages that keep nothing: whatever is put, deleted or sent in one touches nobody's own data.
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

extension Output {
  /// Writes what an examination has found, or that it has found nothing.
  ///
  /// - Returns: The exit code.
  func report(_ problems: [String], orThat message: Message, in language: HelpLanguage) -> Int32 {
    for problem in problems { write(TextRenderer.printable("✗ \(problem)")) }
    if problems.isEmpty { write(message.text(in: language)) }
    return exit((problems.isEmpty ? Status.ok : .expectationFailed).rawValue)
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
}
