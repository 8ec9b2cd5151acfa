import Foundation
import REPLKit

/// Keeps a learner's progress in a JSON file, so that it lasts from run to run.
///
/// The file is read again before each writing, so two programs that are open at once add to each other. One that
/// cannot be understood is left as it is, and told about: it may be a newer program's.
@MainActor
final class ProgressFile: LessonProgress {
  private struct Content: Codable {
    var version = 1
    var done: Set<String>
  }

  private(set) var done: Set<String> = []
  private let url: URL
  private let report: @MainActor (String) -> Void
  private var canWrite = true

  /// Reads the file, if there is one; `report` is told what goes wrong, now and later.
  init(_ url: URL, report: @escaping @MainActor (String) -> Void) {
    self.url = url
    self.report = report
    read()
  }

  func add(_ step: String) {
    done.insert(step)
    read()
    write()
  }

  func clear() -> Bool {
    done = []
    write()
    return canWrite
  }

  private func read() {
    guard canWrite, FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: url))
      guard content.version == 1 else { return giveUp("it is of version \(content.version)") }
      done.formUnion(content.done)
    } catch {
      giveUp("it cannot be read")
    }
  }

  private func write() {
    guard canWrite else { return }
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      try encoder.encode(Content(done: done)).write(to: url, options: .atomic)
      // As the files beside it: for its owner alone.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    } catch {
      giveUp("it cannot be written")
    }
  }

  private func giveUp(_ reason: String) {
    canWrite = false
    report(
      "the progress through the lessons is not kept: \(url.path): \(reason). Move the file away, or mend it."
    )
  }
}
