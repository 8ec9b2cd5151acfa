/// A clock that calls back on the main actor by itself, as virtual time does.
///
/// Signals wait on any `Clock`. With one of these they need no task, so what they wait for happens at
/// its moment and in its order, and nobody has to wait for a task to get its turn. Conform a clock that
/// is moved by hand; the clocks of the system work as they are.
public protocol CallbackClock: Clock where Duration == Swift.Duration {
  /// Calls `action` once, `duration` from now.
  ///
  /// - Returns: What calls it off.
  @MainActor
  func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void
}
