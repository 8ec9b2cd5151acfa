import ViewModels

/// A value of a watch for display, with the secret behind it, so that a new secret differs from the previous one.
struct SeenValue: Equatable {
  let shown: Record.ShownValue
  var secret: DynamicValue?
}

/// A throttle for the values of a watch: shows a value only if it differs from the last one, and once per interval.
@MainActor
final class Shower<Value: Equatable> {
  private let interval: Duration?
  private let clock: SessionClock
  /// Whether an equal value is shown again, as for the table of a list.
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

  /// Takes back and returns the value that waits for the end of the interval, if there is one.
  @discardableResult
  func drop() -> Value? {
    defer { newest = previous }
    return newest == previous ? nil : newest
  }

  private func flush() {
    guard let newest, newest != previous || looksAlike else { return }
    show(newest, previous)
    previous = newest
  }
}
