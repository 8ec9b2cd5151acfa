import Foundation
import REPLKit

/// Keeps a learner's progress in a JSON file, so that it lasts from run to run.
///
/// The file is locked and read again before each writing, so two programs that are open at once add to each other, and
/// what one of them forgets is forgotten in the other, too. One that cannot be understood is left as it is, and told
/// about: it may be a newer program's.
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

  /// Reads the file, if there is one; `report` is told what goes wrong, now and later.
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

  /// Changes what the file holds now.
  private func change(_ change: (inout Set<String>) -> Void) {
    locked {
      read()
      change(&done)
      write()
    }
  }

  /// Does something while no other program does: the folder is locked, since each writing makes another file.
  private func locked(_ work: () -> Void) {
    guard canWrite else { return work() }
    let folder = url.deletingLastPathComponent()
    // Where this fails, writing fails, too, and tells so.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // Where somebody keeps the lock it is written all the same: a learner must not wait for them.
    if descriptor >= 0 { _ = FileLock.take(descriptor) }
    work()
  }

  /// Takes what the file holds; without one nothing is done yet, or somebody has taken it away.
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
      // As the files beside it: for its owner alone.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    } catch {
      giveUp(.progressUnwritable)
    }
  }

  private func giveUp(_ reason: Message) {
    canWrite = false
    report(.progressNotKept(url.path, reason))
  }
}
