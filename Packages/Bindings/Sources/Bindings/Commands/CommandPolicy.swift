/// What a ``Command`` does when it is executed while it runs.
public enum CommandPolicy: Hashable, Sendable {
  /// Reject the new execution. The command is disabled while it runs.
  case drop
  /// Let up to `max` executions wait; they run one after the other. Reject more.
  case queue(max: Int)
  /// Cancel what runs and start the new one.
  case restart
  /// Give the caller the execution that runs already; the new input is not used.
  case join
  /// Run up to `max` at a time. Reject more.
  case parallel(max: Int)

  enum Decision {
    case start, wait, replace, join, reject
  }

  func decision(running: Int, waiting: Int) -> Decision {
    if running == 0 { return .start }
    switch self {
    case .drop: return .reject
    case .queue(let max): return waiting < max ? .wait : .reject
    case .restart: return .replace
    case .join: return .join
    case .parallel(let max): return running < max ? .start : .reject
    }
  }

  /// Whether a waiting execution may start beside `running` others.
  func admitsNext(running: Int) -> Bool { running == 0 }
}
