/// The way in which a process ended.
public enum ProcessExit: Equatable, Sendable {
  /// It returned this status.
  case status(Int32)
  /// This signal ended it.
  case signal(Int32)

  /// Reads the status that `waitpid` gives.
  init(waitStatus status: Int32) {
    self = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}
