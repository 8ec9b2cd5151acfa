import ViewModels

/// A value of a watch as it is shown, and the secret behind it, so that another one is told from the same.
struct SeenValue: Equatable {
  let shown: Record.ShownValue
  var secret: DynamicValue?
}

/// Shows the values of a watch: only when they differ, and with an interval at most that often.
@MainActor
final class Shower<Value: Equatable> {
  private let interval: Duration?
  private let clock: SessionClock
  /// Whether a value is shown again even if it looks the same, as the table of a list does.
  private let looksAlike: Bool
  private let show: (Value, Value?) -> Void
  private var previous: Value?
  private var newest: Value?
  private var pause: Task<Void, Never>?

  init(
    interval: Duration?, clock: SessionClock, looksAlike: Bool = false,
    show: @escaping @MainActor (Value, Value?) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.looksAlike = looksAlike
    self.show = show
  }

  deinit { pause?.cancel() }

  func take(_ value: Value) {
    newest = value
    guard pause == nil else { return }
    flush()
    guard let interval else { return }
    let clock = clock
    pause = Task { [weak self] in
      try? await clock.sleep(for: interval)
      guard !Task.isCancelled, let self else { return }
      pause = nil
      if let newest, newest != previous { take(newest) }
    }
  }

  private func flush() {
    guard let newest, newest != previous || looksAlike else { return }
    show(newest, previous)
    previous = newest
  }
}
