internal import Foundation
internal import Synchronization

/// An advisory lock (`flock`) on a separate lock file beside the store; it is shared while the store is open.
///
/// The store's own file is not locked: closing any of its descriptors would drop the locks that SQLite holds on it in
/// this process (https://sqlite.org/howtocorrupt.html, 2.2).
final class FileLock: Sendable {
  private let descriptor: Mutex<Int32?>
  private let isNew: Bool

  /// Acquires the lock as a shared lock, without waiting.
  ///
  /// Returns `nil` for a read-only store if the lock file can be neither created nor opened.
  init?(besides path: String, isReadOnly: Bool) throws(StoreError) {
    let file = path + Self.suffix
    let access = isReadOnly ? O_RDONLY : O_RDWR
    while true {
      var descriptor = unsafe open(file, access | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      let isNew = descriptor >= 0
      if !isNew, errno == EEXIST {
        descriptor = unsafe open(file, access | O_CREAT | O_CLOEXEC, 0o600)
      }
      guard descriptor >= 0 else {
        if isReadOnly, [EACCES, EPERM, EROFS].contains(errno) { return nil }
        let isFull = errno == ENOSPC || errno == EDQUOT
        let reason = unsafe String(cString: strerror(errno))
        throw StoreError(
          isFull ? .diskFull : .cannotOpen, "The lock file \(file) cannot be opened: \(reason).")
      }
      guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
        _ = Foundation.close(descriptor)
        throw StoreError(.busy, "\(path) is being deleted elsewhere. Open it again.")
      }
      guard Self.isFile(descriptor, at: file) else {
        // The store and its lock file were deleted between the two calls.
        _ = Foundation.close(descriptor)
        continue
      }
      self.descriptor = Mutex(descriptor)
      self.isNew = isNew
      return
    }
  }

  /// Whether the descriptor belongs to the file that the path names.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return unsafe fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Whether two paths name one existing file, through a hard link or in another spelling.
  static func areSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }

  static let suffix = "-lock"

  /// Converts the lock to an exclusive one, or leaves it shared; the caller must hold an ``OpeningTurn``.
  ///
  /// - Throws: ``StoreError`` with `busy` if another opener uses the file.
  func makeExclusive(_ path: String) throws(StoreError) {
    let isExclusive = descriptor.withLock { descriptor in
      guard let descriptor else { return false }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      // On Linux, a failed conversion also loses the shared lock (flock(2)).
      while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
      return false
    }
    guard isExclusive else { throw StoreError.openElsewhere(path) }
  }

  /// Converts an exclusive lock back to a shared one; the caller must hold an ``OpeningTurn``.
  func makeShared() {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }
  }

  /// Removes the lock file if this opener created it and no other uses it; the caller must hold an ``OpeningTurn``.
  func removeIfNew(_ path: String) {
    guard isNew, (try? makeExclusive(path)) != nil else { return }
    try? FileManager.default.removeItem(atPath: path + Self.suffix)
  }

  /// Releases the lock.
  ///
  /// Closing the descriptor is not enough: a child process between fork and exec has a copy of it.
  func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        _ = flock(open, LOCK_UN)
        _ = Foundation.close(open)
      }
      descriptor = nil
    }
  }

  deinit { release() }
}

extension StoreError {
  static func openElsewhere(_ path: String) -> StoreError {
    StoreError(.busy, "\(path) is open elsewhere. Close it there first.")
  }
}
