/// The API with which a command's body reports its progress.
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

  /// Reports that `fraction`, from 0 to 1, of the running execution is done.
  ///
  /// The call has no effect outside of an async body, after the end of the execution, or for NaN (0 of 0 steps).
  /// In a synchronous body it reports for the execution whose async body has executed that command, if any.
  @MainActor
  public static func report(_ fraction: Double) {
    if !fraction.isNaN { current?.report(min(max(fraction, 0), 1)) }
  }
}

/// The progress of a run, carried by its task.
@MainActor
final class ProgressBox: Sendable {
  let fraction: Property<Double?>
  private let state: CommandState
  /// Whether the run has ended; later reports from a task that it has started are ignored.
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
