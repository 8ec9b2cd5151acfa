import Foundation

/// An advisory lock on an open file or folder, which lasts until its descriptor is closed.
enum FileLock {
  /// Whether the lock is held: a file system without locks lets everybody in.
  ///
  /// It waits 0.1 s at most: a writing takes a moment, and so does a program that has just been started by the one before
  /// and still has its descriptors. Somebody who keeps the lock holds nobody up.
  static func take(_ descriptor: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(5_000)
    }
    return false
  }
}
