/// The way for a command's body to say how much of its work is done.
///
/// ```swift
/// let load = Command<Void, Void> {
///   for step in 1...4 {
///     try await loadPart(step)
///     CommandProgress.report(Double(step) / 4)
///   }
/// }
/// ```
public enum CommandProgress {
  @TaskLocal static var current: ProgressBox?

  /// Says that `fraction`, from 0 to 1, of the running execution is done.
  ///
  /// Outside of a command's async body and after its end it does nothing, nor for NaN, the share that is done of no work.
  /// In a body that does not suspend it says so of the execution whose async body has executed that command.
  @MainActor
  public static func report(_ fraction: Double) {
    if !fraction.isNaN { current?.report(min(max(fraction, 0), 1)) }
  }
}

/// The progress of one run, travelling with its task.
@MainActor
final class ProgressBox: Sendable {
  let fraction: Property<Double?>
  private let state: CommandState
  /// Whether the run has ended: what a task that it left behind says does not count.
  var isOver = false

  init(of state: CommandState) {
    self.state = state
    fraction = Property(nil, label: "progress", graph: state.graph)
  }

  func report(_ fraction: Double) {
    if isOver { return }
    if state.isSecure { self.fraction.node.isSecure = true }
    guard state.engine.isTracing else { return self.fraction.value = fraction }
    let progress = state.trace(.commandProgress, new: state.traceValue(fraction))
    Trace.withCause(progress) { self.fraction.value = fraction }
  }
}
