/// A task that waits until someone resumes it, once.
///
/// Unchecked, for the check costs an allocation in every request: whoever keeps one keeps it behind
/// a lock, and who takes it out from there, of which there is one, resumes it.
@safe struct WaitingTask: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  func resume() { unsafe continuation.resume() }

  /// Has the task wait, and hands it over to be kept.
  static func wait(_ keep: (WaitingTask) -> Void) async {
    unsafe await withUnsafeContinuation { continuation in
      unsafe keep(WaitingTask(continuation: continuation))
    }
  }
}
