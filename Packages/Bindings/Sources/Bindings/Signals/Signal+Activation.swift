// Operators for a screen that is now shown and now hidden.

extension Signal {
  /// The events while `isActive` is true: observes this signal anew at each activation.
  ///
  /// The end of this signal is not passed on, because the next activation starts it again. Within a
  /// ``batch(_:)`` events stop at once when `isActive` becomes false; an activation comes at the batch's end.
  /// When `isActive` becomes false and true again in one batch, nothing is observed anew.
  public func forwardWhileActive(_ isActive: any ObservableValue<Bool>) -> Signal {
    let open = filter { _ in isActive.peek() }.append(.never)
    return isActive.signal.removeDuplicates().flatMap(.latest) { $0 ? open : .never }
  }

  /// The events as they come while `isActive` is true; while it is not, the latest one after nothing
  /// has come for `interval`.
  ///
  /// Unlike ``forwardWhileActive(_:)`` it observes this signal all the time. Becoming active sends at
  /// once what waits, and so does the end.
  public func throttleWhileInactive(
    _ isActive: any ObservableValue<Bool>, interval: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal {
    settled(for: interval, clock: clock, unless: isActive)
  }
}
