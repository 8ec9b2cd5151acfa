internal import Foundation
internal import Synchronization

/// An advisory lock on a file of its own beside the store.
///
/// Not on the store's file: closing any descriptor of a file drops the locks that SQLite holds on it
/// in this process (https://sqlite.org/howtocorrupt.html, 2.2).
final class FileLock: Sendable {
  private let descriptor: Mutex<Int32?>

  /// Takes the lock, shared with other shared holders or alone; never waits.
  init(besides path: String, exclusive: Bool) throws(StoreError) {
    let file = path + Self.suffix
    let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw StoreError(.cannotOpen, "The lock file \(file) cannot be opened: \(reason).")
    }
    guard flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else {
      _ = Foundation.close(descriptor)
      throw StoreError(
        .busy,
        exclusive
          ? "Exclusive access to \(path) is impossible: it is open elsewhere. Close it there, or "
            + "open it with shared access."
          : "\(path) is open elsewhere with exclusive access. Close it there first.")
    }
    self.descriptor = Mutex(descriptor)
  }

  static let suffix = "-lock"

  /// Turns the lock into an exclusive one.
  ///
  /// - Throws: ``StoreError`` with `busy` when somebody else has the file open.
  func makeExclusive(_ path: String) throws(StoreError) {
    let isExclusive = descriptor.withLock { descriptor in
      descriptor.map { flock($0, LOCK_EX | LOCK_NB) == 0 } ?? false
    }
    guard isExclusive else {
      throw StoreError(.busy, "\(path) is open elsewhere. Close it there first.")
    }
  }

  /// Gives the lock up.
  ///
  /// Closing alone would not: between fork and exec a child process that somebody starts meanwhile has
  /// the descriptor, too, and keeps the lock.
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
