/// Shows the values of a watch: only when they differ, and with an interval no oftener than that.
@MainActor
final class Shower {
  private let interval: Duration?
  private let clock: SessionClock
  private let show: (Record.ShownValue, Record.ShownValue?) -> Void
  private var previous: Record.ShownValue?
  private var newest: Record.ShownValue?
  private var pause: Task<Void, Never>?

  init(
    interval: Duration?, clock: SessionClock,
    show: @escaping @MainActor (Record.ShownValue, Record.ShownValue?) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.show = show
  }

  deinit { pause?.cancel() }

  func take(_ value: Record.ShownValue) {
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
    guard let newest, newest != previous || newest == .secret else { return }
    show(newest, previous)
    previous = newest
  }
}
