/// The answer of a ``Command`` to an execution that is asked for while another one runs.
public enum CommandPolicy: Hashable, Sendable {
  /// Reject the new execution. The command is disabled while it runs.
  case drop
  /// Let up to `max` executions wait; they run one after the other, in their order. Reject more.
  case queue(max: Int)
  /// Cancel the running execution and start the new one. One that is asked for by the cancellation
  /// itself is cancelled, too.
  case restart
  /// Give the caller the running execution; the new input is not used.
  ///
  /// An execution that is being cancelled is not given out. A new one starts at once, so two bodies run at the same
  /// time until the cancelled one has returned.
  case join
  /// Run up to `max` at a time, and at least one. Reject more.
  case parallel(max: Int)

  enum Decision {
    case start, wait, replace, join, reject
  }

  func decision(running: Int, waiting: Int) -> Decision {
    if running == 0, waiting == 0 { return .start }
    switch self {
    case .drop: return .reject
    case .queue(let max): return waiting < max ? .wait : .reject
    case .restart: return .replace
    case .join: return .join
    case .parallel(let max): return running < max ? .start : .reject
    }
  }
}
