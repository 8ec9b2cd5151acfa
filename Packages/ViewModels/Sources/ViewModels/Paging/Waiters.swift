/// Tasks of the main actor that wait for the same thing to happen.
@MainActor
final class Waiters {
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastID = 0

  /// The number of tasks that wait.
  var count: Int { waiting.count }

  /// Waits until it happens or the waiting task is cancelled.
  func wait() async {
    lastID += 1
    let id = lastID
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting.append((id, continuation)) }
      }
    } onCancel: {
      Task { @MainActor in self.leave(id) }
    }
  }

  /// Lets everybody go on.
  func resume() {
    let ready = waiting
    waiting = []
    for waiter in ready { waiter.continuation.resume() }
  }

  private func leave(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume()
  }
}
