import Dispatch
import Foundation
import HTTPTypes

/// The part file of a download, with the version of the content; a lock keeps other downloads away.
///
/// The part must be a regular file: a link with its name is removed, never followed. All work runs on a queue, so that
/// a slow disk blocks no task.
///
/// `@unchecked Sendable`: only the serial queue uses the `var`s, except in `init` and `deinit`.
final class PartFile: @unchecked Sendable {
  /// The metadata of a part: the version that its bytes belong to.
  private struct Note: Codable {
    /// The requested address, without its secrets.
    var address: String
    /// A name for the user who made the request.
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

  /// Opens the part beside a destination, or creates it.
  ///
  /// - Throws: ``NetworkError/Code/file``, also if another download uses the part.
  init(
    beside destination: URL, address: String, user: String?, resumes: Bool
  ) async throws(NetworkError) {
    self.destination = destination
    self.address = address
    self.user = user
    self.resumes = resumes
    let (folder, stem) = (destination.deletingLastPathComponent(), Self.stem(of: destination))
    url = folder.appending(path: "\(stem).part", directoryHint: .notDirectory)
    noteURL = folder.appending(path: "\(stem).part-version", directoryHint: .notDirectory)
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

  /// The destination's name, or the beginning and a hash of a name that is too long to be continued.
  private static func stem(of destination: URL) -> String {
    let name = destination.lastPathComponent
    // A name may have 255 bytes.
    guard name.utf8.count + ".part-version".utf8.count > 255 else { return name }
    // Other processes must find the same name, so this is FNV-1a and not Swift's hash.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(name.unicodeScalars.prefix(48)) + String(hash, radix: 16)
  }

  /// The size of the part; its version is `nil` if it cannot be continued.
  func state() async throws(NetworkError) -> (size: Int64, version: String?) {
    try await run { [self] in (size, version) }
  }

  /// Empties the part for another version of the content.
  func restart(version: String?) async throws(NetworkError) {
    try await run { [self] in try begin(version) }
  }

  func write(_ data: Data) async throws(NetworkError) {
    try await run { [self] in
      // A failed write may have left some bytes after `size`.
      try part.seek(toOffset: UInt64(size))
      try part.write(contentsOf: data)
      size += Int64(data.count)
    }
  }

  func truncate(to size: Int64) async throws(NetworkError) {
    try await run { [self] in try cut(to: size) }
  }

  /// Moves the complete part to the destination atomically; after a crash, the old file or the whole new file is there.
  func replaceDestination() async throws(NetworkError) {
    try await run { [self] in
      try part.synchronize()
      guard try isInPlace(part.fileDescriptor) else { throw POSIXError(.ESTALE) }
      guard unsafe rename(url.path, destination.path) == 0 else { throw POSIXError.last }
      unsafe unlink(noteURL.path)
      try? part.close()
    }
  }

  /// Ends a failed download; the part stays if that is wanted and it can be continued.
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
    // The old bytes must be gone before the metadata names the new version, even after a power failure.
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

  /// Opens and locks the part; accepts only a regular file without other hard links.
  private func open() throws -> Int32 {
    while true {
      var file = unsafe Foundation.open(url.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 {
        switch errno {
        case ENOENT: break
        // The name belongs to a symbolic link.
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
        // The previous lock holder may have moved the part to the destination after it was opened here.
        if try isInPlace(file) { return file }
      } catch {
        _ = Foundation.close(file)
        throw error
      }
      _ = Foundation.close(file)
    }
  }

  /// Removes any file with the part's name, unless it is a directory.
  private func removePart() throws {
    guard unsafe unlink(url.path) == 0 || errno == ENOENT else { throw POSIXError.last }
  }

  private static func status(_ file: Int32) throws -> stat {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw POSIXError.last }
    return status
  }

  /// Whether the part's name still belongs to the open file.
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
