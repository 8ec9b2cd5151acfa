/// A clock that calls back on the main actor itself, such as a clock with virtual time.
///
/// Signals can wait on any `Clock`. With a callback clock they need no task, so each callback runs exactly at
/// its time and in order, and a test does not have to wait until a task is scheduled. Conform a clock that
/// is advanced by hand; system clocks need no conformance.
public protocol CallbackClock: Clock where Duration == Swift.Duration {
  /// Calls `action` once, `duration` from now.
  ///
  /// - Returns: A closure that cancels the call.
  @MainActor
  func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void
}
