import Foundation
import REPLKit

/// A learner's progress in a JSON file, which lasts from run to run.
///
/// The file is locked and read again before each write, so two programs that run at once add to each other. A step that
/// one of them forgets is forgotten in the other, too. A file that cannot be understood stays unchanged and is
/// reported, because it may belong to a newer program.
@MainActor
final class ProgressFile: LessonProgress {
  private struct Content: Codable {
    var version = 1
    var done: Set<String>
  }

  private struct Version: Decodable { let version: Int }

  private(set) var done: Set<String> = []
  private let url: URL
  private let report: @MainActor (Message) -> Void
  private var canWrite = true

  /// Reads the file if it exists; `report` receives all problems, now and later.
  init(_ url: URL, report: @escaping @MainActor (Message) -> Void) {
    self.url = url
    self.report = report
    read()
  }

  func add(_ step: String) { change { $0.insert(step) } }

  func clear() -> Bool {
    change { $0 = [] }
    return canWrite
  }

  /// Changes the present content of the file.
  private func change(_ change: (inout Set<String>) -> Void) {
    locked {
      read()
      change(&done)
      write()
    }
  }

  /// Runs `work` while no other program does; locks the folder, because each write replaces the file.
  private func locked(_ work: () -> Void) {
    guard canWrite else { return work() }
    let folder = url.deletingLastPathComponent()
    // If this fails, writing fails, too, and reports the problem.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // The file is written even if another program keeps the lock, because a learner must not wait for it.
    if descriptor >= 0 { _ = FileLock.take(descriptor) }
    work()
  }

  /// Reads the file; a missing file means that no step is done.
  private func read() {
    guard canWrite else { return }
    guard FileManager.default.fileExists(atPath: url.path) else {
      done = []
      return
    }
    do {
      let data = try Data(contentsOf: url)
      let version = try JSONDecoder().decode(Version.self, from: data).version
      guard version == 1 else { return giveUp(.progressVersion(version)) }
      done = try JSONDecoder().decode(Content.self, from: data).done
    } catch {
      giveUp(.progressUnreadable)
    }
  }

  private func write() {
    guard canWrite else { return }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      try encoder.encode(Content(done: done)).write(to: url, options: .atomic)
      // Readable by its owner only, like the files beside it.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    } catch {
      giveUp(.progressUnwritable(Message(ofSystem: error)))
    }
  }

  private func giveUp(_ reason: Message) {
    canWrite = false
    report(.progressNotKept(url.path, reason))
  }
}
