/// Callers that wait for the same event; each of them may be cancelled separately.
@MainActor
final class Waiters {
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var lastNumber = 0

  var count: Int { waiting.count }

  /// Waits until `goOn` is called; returns false when the waiting task is cancelled first.
  func wait() async -> Bool {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          waiting[number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: number)?.resume(returning: false) }
    }
  }

  func goOn() {
    let ready = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, caller) in ready { caller.resume(returning: true) }
  }
}
