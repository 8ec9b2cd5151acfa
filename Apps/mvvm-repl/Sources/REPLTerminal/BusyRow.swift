import Synchronization

/// The row that shows the current task, its time so far and its progress.
///
/// The row appears when the task takes more than 150 ms. It belongs to no actor, because a computation blocks the main
/// actor until it ends.
final class BusyRow: Sendable {
  private struct State {
    /// The first line of the task's text, computed when the row appears.
    var name: Substring?
    var done: Double?
    var isOver = false
    var ticking: Task<Void, Never>?
  }

  private let what: @Sendable () -> String
  private let way: String
  /// Called under the lock, so that nothing is shown after the end.
  private let show: @Sendable (String?) -> Void
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Starts the timer; the row shows the first line of `what`, and `way` as the way to end the task.
  init(
    _ what: @escaping @autoclosure @Sendable () -> String, way: String,
    show: @escaping @Sendable (String?) -> Void
  ) {
    self.what = what
    self.way = way
    self.show = show
    let ticking = Task.detached { [weak self] in
      var pause = Duration.milliseconds(150)
      while (try? await Task.sleep(for: pause)) != nil, self?.tick() == true {
        pause = .seconds(1)
      }
    }
    state.withLock { $0.ticking = ticking }
  }

  /// Records the progress, from 0 to 1.
  func take(_ done: Double) {
    state.withLock {
      $0.done = done
      if let name = $0.name, !$0.isOver { show(text(name, done, after: .now - start)) }
    }
  }

  /// Removes the row.
  func end() {
    state.withLock {
      $0.isOver = true
      $0.ticking?.cancel()
      show(nil)
    }
  }

  /// Shows the row; false after the end.
  private func tick() -> Bool {
    state.withLock {
      guard !$0.isOver else { return false }
      let name = $0.name ?? what().split(separator: "\n").first ?? ""
      $0.name = name
      show(text(name, $0.done, after: .now - start))
      return true
    }
  }

  /// The name comes last, because the window cuts a row that is too long.
  private func text(_ name: Substring, _ done: Double?, after time: Duration) -> String {
    let seconds = time.components.seconds
    let parts = [
      done.map { "\(Int(($0 * 100).rounded())) %" }, seconds > 0 ? "\(seconds) s" : nil, way,
      String(name),
    ]
    return "… " + parts.compactMap(\.self).joined(separator: "  ")
  }
}
