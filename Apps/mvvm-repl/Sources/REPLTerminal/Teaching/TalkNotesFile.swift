import Foundation
import REPLKit

/// The speaker's notes of the talk of a running session, for a second terminal of the same person.
///
/// Each program that gives a talk has a file of its own, which exists while the talk goes on. The file has mode 0600,
/// and its process keeps it locked: a file that can be locked was left behind.
@MainActor
final class TalkNotesFile {
  private let file: URL
  private var descriptor: Int32 = -1
  private var shown: TalkNotes?

  /// Creates no file yet.
  ///
  /// - Parameter place: The beginning of the files' path; the process's number is added.
  init(_ place: URL) { file = URL(filePath: "\(place.path)-\(getpid())") }

  /// Writes the notes; `nil` removes the file.
  func show(_ notes: TalkNotes?) {
    guard notes != shown else { return }
    guard let notes else { return close() }
    guard descriptor >= 0 || open(), let data = try? JSONEncoder().encode(notes) else { return }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    let isStanding = isKnown && shown?.hasMoved(to: notes) == false
    shown = notes
    // A reader finds no valid JSON during the write, and reads again.
    ftruncate(descriptor, 0)
    _ = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    // A minute that passes is not an action of the speaker: the file's time is that of the last action.
    if isStanding { unsafe futimens(descriptor, status.times) }
  }

  /// Removes the file.
  func close() {
    shown = nil
    guard descriptor >= 0 else { return }
    _ = unsafe unlink(file.path)
    Foundation.close(descriptor)
    descriptor = -1
  }

  private func open() -> Bool {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // A reader may be about to remove the file of an earlier process with the same number.
    for _ in 0..<3 {
      let new = unsafe Foundation.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard new >= 0 else { return false }
      var status = stat()
      if fchmod(new, 0o600) == 0, flock(new, LOCK_EX | LOCK_NB) == 0,
        unsafe fstat(new, &status) == 0, status.st_nlink > 0
      {
        descriptor = new
        return true
      }
      Foundation.close(new)
    }
    return false
  }

  /// Returns the notes of the talk on this machine that was active last; `nil` without a talk.
  ///
  /// Files that a killed program has left are removed. Files of other people, and files that others can read, are
  /// skipped.
  nonisolated static func newest(at place: URL) -> TalkNotes? {
    let (folder, prefix) = (place.deletingLastPathComponent(), "\(place.lastPathComponent)-")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var newest: (time: Double, notes: TalkNotes)?
    for name in names where name.hasPrefix(prefix) && Int32(name.dropFirst(prefix.count)) != nil {
      guard let found = read(folder.appending(path: name).path) else { continue }
      if newest.map({ $0.time < found.time }) ?? true { newest = found }
    }
    return newest?.notes
  }

  private nonisolated static func read(_ path: String) -> (time: Double, notes: TalkNotes)? {
    let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == getuid(), status.st_mode & 0o077 == 0
    else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      _ = unsafe unlink(path)
      return nil
    }
    // The file may be in the middle of a write, which does not take long.
    for _ in 0..<5 {
      if (try? file.seek(toOffset: 0)) != nil, let data = try? file.readToEnd(),
        let notes = try? JSONDecoder().decode(TalkNotes.self, from: data)
      {
        return (status.modified, notes)
      }
      usleep(1_000)
    }
    return nil
  }
}

extension TalkNotes {
  /// Whether the speaker has done something, and not only time has passed.
  fileprivate func hasMoved(to other: TalkNotes) -> Bool {
    (title, notes, statement, next) != (other.title, other.notes, other.statement, other.next)
      || isOffScript != other.isOffScript
  }
}

extension stat {
  /// The times of the last read and write, in the form that futimens(2) takes.
  fileprivate var times: [timespec] {
    #if canImport(Darwin)
      [st_atimespec, st_mtimespec]
    #else
      [st_atim, st_mtim]
    #endif
  }

  /// The time of the last write, in seconds.
  fileprivate var modified: Double {
    #if canImport(Darwin)
      Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) / 1e9
    #else
      Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9
    #endif
  }
}
