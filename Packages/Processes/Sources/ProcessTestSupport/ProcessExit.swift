/// The exit of a process.
public enum ProcessExit: Equatable, Sendable {
  /// The process exited with a status.
  case status(Int32)
  /// A signal terminated the process.
  case signal(Int32)

  /// Decodes a status from `waitpid`.
  init(waitStatus status: Int32) {
    self = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}
