/// The row that shows the current task, its time so far and its progress.
///
/// The row appears when the task takes more than 150 ms.
@MainActor
final class BusyRow {
  private let what: @MainActor () -> String
  /// The first line of the task's text, computed when the row appears.
  private lazy var name = what().split(separator: "\n").first ?? ""
  private let way: String
  private let show: @MainActor (String?) -> Void
  private let start = ContinuousClock.now
  private var done: Double?
  private var isShown = false
  private var ticking: Task<Void, Never>?

  /// Starts the timer; the row shows the first line of `what`, and `way` as the way to end the task.
  init(
    _ what: @escaping @autoclosure @MainActor () -> String, way: String,
    show: @escaping @MainActor (String?) -> Void
  ) {
    self.what = what
    self.way = way
    self.show = show
    ticking = Task { [weak self] in
      var pause = Duration.milliseconds(150)
      while (try? await Task.sleep(for: pause)) != nil, let self {
        isShown = true
        show(text(after: ContinuousClock.now - start))
        pause = .seconds(1)
      }
    }
  }

  /// Records the progress, from 0 to 1.
  func take(_ done: Double) {
    self.done = done
    if isShown { show(text(after: ContinuousClock.now - start)) }
  }

  /// Removes the row.
  func end() {
    ticking?.cancel()
    isShown = false
    show(nil)
  }

  /// The text of the row.
  func text(after time: Duration) -> String {
    let seconds = time.components.seconds
    let parts = [
      "… \(name)", done.map { "\(Int(($0 * 100).rounded())) %" },
      seconds > 0 ? "\(seconds) s" : nil, way,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}
