/// Runs an action at its end.
final class Ending {
  private let action: @MainActor () -> Void
  init(_ action: @escaping @MainActor () -> Void) { self.action = action }
  deinit {
    let action = action
    MainActor.assumeIsolated { action() }
  }
}

/// Runs an action at its end, which sees no task-local.
@MainActor final class IsolatedEnding {
  private let action: @MainActor () -> Void
  init(_ action: @escaping @MainActor () -> Void) { self.action = action }
  isolated deinit { action() }
}
