import Dispatch
import Foundation
import HTTPTypes

/// The part of a download, locked against other downloads, with the version it belongs to.
///
/// The part is a file of its own: a link that stands in its place is removed, never followed. All
/// work is done on a queue, so that a slow disk blocks no task.
///
/// `@unchecked Sendable`: the `var`s are used on the serial queue alone, but for `init` and `deinit`.
final class PartFile: @unchecked Sendable {
  /// The server's name for the version that a part belongs to.
  private struct Note: Codable {
    /// The address that was asked, without its secrets.
    var address: String
    /// A name for the user who asked.
    var user: String?
    var version: String
  }

  private let destination: URL
  private let url: URL
  private let noteURL: URL
  private let address: String
  private let user: String?
  private let resumes: Bool
  private let queue = DispatchQueue(label: "Networking.PartFile")
  private var part = FileHandle.nullDevice
  private var size: Int64 = 0
  private var version: String?

  /// Opens the part beside a destination, or makes one.
  ///
  /// - Throws: ``NetworkError/Code/file``, also when another download has it.
  init(
    beside destination: URL, address: String, user: String?, resumes: Bool
  ) async throws(NetworkError) {
    self.destination = destination
    self.address = address
    self.user = user
    self.resumes = resumes
    url = destination.appendingPathExtension("part")
    noteURL = destination.appendingPathExtension("part-version")
    try await run { [self] in
      let file = try open()
      part = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      let note = try? JSONDecoder().decode(Note.self, from: Data(contentsOf: noteURL))
      size = Int64(try Self.status(file).st_size)
      if resumes, size > 0, let note, note.address == address, note.user == user,
        HTTPField.isValidValue(note.version)
      {
        version = note.version
      } else {
        try begin(nil)
      }
    }
  }

  /// The size of the part, and its version, if it can be continued.
  func state() async throws(NetworkError) -> (size: Int64, version: String?) {
    try await run { [self] in (size, version) }
  }

  /// Empties the part, for another version of the file.
  func restart(version: String?) async throws(NetworkError) {
    try await run { [self] in try begin(version) }
  }

  func write(_ data: Data) async throws(NetworkError) {
    try await run { [self] in
      // A write that failed may have left a beginning behind.
      try part.seek(toOffset: UInt64(size))
      try part.write(contentsOf: data)
      size += Int64(data.count)
    }
  }

  func truncate(to size: Int64) async throws(NetworkError) {
    try await run { [self] in try cut(to: size) }
  }

  /// Puts the whole part in the destination's place; a crash of the machine leaves the old file or all of the new one.
  func replaceDestination() async throws(NetworkError) {
    try await run { [self] in
      try part.synchronize()
      guard try isInPlace(part.fileDescriptor) else { throw POSIXError(.ESTALE) }
      guard unsafe rename(url.path, destination.path) == 0 else { throw POSIXError.last }
      unsafe unlink(noteURL.path)
      try? part.close()
    }
  }

  /// Ends a download that failed; a part that can be continued is kept when it is to be.
  func close(keepingPart isKept: Bool) async {
    try? await run { [self] in
      if !isKept || version == nil || size == 0 {
        if try isInPlace(part.fileDescriptor) { unsafe unlink(url.path) }
        unsafe unlink(noteURL.path)
      }
      try? part.close()
    }
  }

  // MARK: On the queue

  private func begin(_ version: String?) throws {
    let hadBytes = size > 0
    try cut(to: 0)
    // The bytes of an older version are gone before the note names the new one, also when the power fails.
    if hadBytes { try part.synchronize() }
    self.version = resumes ? version : nil
    guard resumes, let version else {
      unsafe unlink(noteURL.path)
      return
    }
    try JSONEncoder().encode(Note(address: address, user: user, version: version))
      .write(to: noteURL, options: .atomic)
  }

  private func cut(to size: Int64) throws {
    try part.truncate(atOffset: UInt64(size))
    self.size = size
  }

  /// Opens and locks the part; only a regular file with one name, which is nobody else's.
  private func open() throws -> Int32 {
    while true {
      var file = unsafe Foundation.open(url.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 {
        switch errno {
        case ENOENT: break
        // A link.
        case ELOOP, EMLINK: try removePart()
        case EINTR: continue
        default: throw POSIXError.last
        }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        file = unsafe Foundation.open(url.path, flags, 0o666)
        if file < 0 && errno == EEXIST { continue }
      }
      guard file >= 0 else { throw POSIXError.last }
      do {
        let status = try Self.status(file)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
          try removePart()
          _ = Foundation.close(file)
          continue
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
          throw NetworkError(
            .file, "Another download to '\(destination.path)' is under way; wait for its end.")
        }
        // The last holder of the lock may have put the part in place since it was opened.
        if try isInPlace(file) { return file }
      } catch {
        _ = Foundation.close(file)
        throw error
      }
      _ = Foundation.close(file)
    }
  }

  /// Removes what has the part's name, if that is no folder.
  private func removePart() throws {
    guard unsafe unlink(url.path) == 0 || errno == ENOENT else { throw POSIXError.last }
  }

  private static func status(_ file: Int32) throws -> stat {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw POSIXError.last }
    return status
  }

  /// Whether the part's name still is that of the open file.
  private func isInPlace(_ file: Int32) throws -> Bool {
    var named = stat()
    guard unsafe lstat(url.path, &named) == 0 else { return false }
    let open = try Self.status(file)
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(NetworkError) -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try work() }) }
    }
    do {
      return try result.get()
    } catch let error as NetworkError {
      throw error
    } catch {
      throw .unwritable(url, error)
    }
  }
}
