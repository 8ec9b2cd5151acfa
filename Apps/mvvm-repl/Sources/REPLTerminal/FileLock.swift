import Foundation

/// An advisory lock on an open file or folder, which lasts until its descriptor is closed.
enum FileLock {
  /// Returns whether the lock is held; on a file system without locks this is always true.
  ///
  /// The call waits 0.1 s at most. A write takes less time, and so does a program that the last holder has just started
  /// and that still has the holder's descriptors. A lock that is held longer does not block the caller.
  static func take(_ descriptor: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(5_000)
    }
    return false
  }
}
