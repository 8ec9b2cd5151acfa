/// Runs `body` on the main actor: at once when the caller is on it, otherwise as a task.
///
/// Handles can be released on any thread, and a `deinit` cannot wait. The main actor may change threads, and only an
/// isolated deinit can check without a trap whether it is current.
func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) { _ = AtEnd(body) }

@MainActor
private final class AtEnd {
  let body: @MainActor @Sendable () -> Void

  nonisolated init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  isolated deinit { body() }
}
