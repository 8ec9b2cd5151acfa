#if canImport(Darwin)
  import Darwin
#endif

/// Runs `body` on the main actor: at once when the caller is on it, otherwise as a task.
///
/// Handles can be released on any thread, and a `deinit` cannot wait.
func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
  #if canImport(Darwin)
    if pthread_main_np() == 1 {
      MainActor.assumeIsolated(body)
    } else {
      Task { @MainActor in body() }
    }
  #else
    // On Linux the main actor may change threads, and only an isolated deinit can check without a trap
    // whether it is current. (Darwin has isolated deinits from macOS 15.4.)
    _ = AtEnd(body)
  #endif
}

#if !canImport(Darwin)
  @MainActor
  private final class AtEnd {
    let body: @MainActor @Sendable () -> Void

    nonisolated init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }
#endif
