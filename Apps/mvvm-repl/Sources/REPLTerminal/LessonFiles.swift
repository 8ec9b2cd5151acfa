import Foundation
import REPLKit

extension Setup {
  /// The lessons of the folders that were named, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func course() throws(LessonError) -> Course? {
    try collected(from: options.lessons, own: lessons, unlessEmpty: .noLessonInFolder)
  }

  /// All mistakes in the documents of the folders; `nil` without a mistake in a document.
  var mistakesInLessons: [LessonError]? {
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
      offer(
        course,
        progress: ProgressFile(progress) { [weak self] in
          report($0.text(in: self?.language ?? .english))
        })
    } catch {
      report(error.text(in: language))
    }
  }
}
