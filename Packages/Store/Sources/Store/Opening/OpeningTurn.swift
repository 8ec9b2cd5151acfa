internal import Foundation

/// Lets one opener at a time check, mark and migrate a file, across processes and threads.
///
/// Between two of those steps a new file looks like somebody else's, and two openers would run one
/// migration twice. It is an advisory lock on the folder, so that nothing is left behind; the kernel
/// takes it back from a process that dies. The turn is taken after `patience` even when another opener
/// has not ended: it may wait for this very thread, as a migration does that opens a second store.
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
