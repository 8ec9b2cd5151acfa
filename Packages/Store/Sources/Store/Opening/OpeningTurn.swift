internal import Foundation

/// A mutual exclusion of openers, across processes and threads: only one at a time checks, marks and migrates a file.
///
/// Between these steps, a new file looks like a foreign one, and two openers would run a migration twice. The lock is
/// an advisory lock (`flock`) on the folder, so no file is left behind, and the kernel releases it when a process ends.
/// After `patience`, the opener continues without the lock to avoid a deadlock: a migration that opens a second store
/// in the same folder would wait for its own thread.
struct OpeningTurn: ~Copyable {
  private let descriptor: Int32

  init(folderOf path: String, patience: Duration) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let deadline = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
      ContinuousClock.now < deadline
    {
      usleep(500)
    }
  }

  deinit { if descriptor >= 0 { _ = Foundation.close(descriptor) } }
}
