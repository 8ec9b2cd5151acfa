import Dispatch

/// The main queue as a task executor, so that a task can let waiting work of the main actor run without switching
/// threads.
///
/// Otherwise a resumed or yielding task goes to the thread pool first and from there to its actor, which costs ten
/// times as much as a simple statement.
final class MainQueue: TaskExecutor {
  private static let shared = MainQueue()

  /// Returns after all work that waits for the main actor now.
  @MainActor static func pass() async {
    await withTaskExecutorPreference(shared) { @concurrent () async in }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // As the main actor, so that the task goes on there at once and does not wait in the queue again.
    DispatchQueue.main.async {
      unsafe job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }
  }
}
