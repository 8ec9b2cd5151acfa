import Dispatch

/// The main queue as a task executor, so that a task can let pass what waits for the main actor without a switch of
/// threads.
///
/// A task that is resumed goes to the pool of threads first and from there to its actor, and so does one that yields:
/// that costs ten times as much as a simple statement.
final class MainQueue: TaskExecutor {
  private static let shared = MainQueue()

  /// Returns behind everything that waits for the main actor now.
  @MainActor static func pass() async {
    await withTaskExecutorPreference(shared) { @MainActor in
      await withCheckedContinuation { continuation in
        Task { @MainActor in continuation.resume() }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async {
      unsafe job.runSynchronously(on: Self.shared.asUnownedTaskExecutor())
    }
  }
}
