internal import Synchronization

/// Carries one result from where it is made to where it is delivered.
final class Outcome<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ value: Value) {
    self.value.withLock { $0 = value }
  }

  /// The value that was set; called only after a job that succeeded, which always sets it.
  func take() -> Value {
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("A write was reported as kept before it had a result.")
    }
    return value
  }
}

/// Set when a task is cancelled, looked at when its turn comes.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}
