/// The failures that an acknowledged write survives; a write is acknowledged when its call returns.
///
/// Transactions are atomic in both cases: after a failure, a transaction is either complete or absent.
public enum Durability: String, Sendable, Hashable, CaseIterable {
  /// The write survives a crash or kill of the process.
  ///
  /// A power failure or a crash of the operating system may lose the last transactions, but leaves none incomplete.
  /// This is SQLite's `synchronous=NORMAL` in WAL mode.
  case survivesProcessKill

  /// The write survives a power failure, if the disk honours flushes; each commit waits for the disk.
  ///
  /// This is SQLite's `synchronous=FULL`; on Darwin, `fullfsync` is on as well. Concurrent writes with the asynchronous
  /// `write(_:)` share the wait.
  case survivesPowerLoss

  /// The corresponding value of `PRAGMA synchronous`.
  var synchronous: Int64 { self == .survivesPowerLoss ? 2 : 1 }
}
