/// The handling by a ``Command`` of an execution that is requested while another one runs.
public enum CommandPolicy: Hashable, Sendable {
  /// Reject the new execution. The command is disabled while it runs.
  case drop
  /// Queue up to `max` executions, which run one after the other in order. Reject more.
  ///
  /// A queued body keeps the cause of its request, and whether values are hidden. Other task-local values are those of
  /// the execution before it.
  case queue(max: Int)
  /// Cancel the running execution and start the new one. An execution that is requested during this cancellation
  /// is cancelled, too.
  case restart
  /// Return the running execution to the caller; the new input is ignored.
  ///
  /// An execution that is being cancelled is not returned. A new one starts at once instead, so two bodies may run at
  /// the same time until the cancelled one has returned.
  case join
  /// Run up to `max` executions at a time, and at least one. Reject more.
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
