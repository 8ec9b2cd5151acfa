/// The failures that an acknowledged write survives; a write is acknowledged when the call that made it returns.
///
/// Both keep every transaction whole: after any accident a transaction is either there or not.
public enum Durability: String, Sendable, Hashable, CaseIterable {
  /// The write survives a crash or kill of the process.
  ///
  /// A power failure or a crash of the operating system may take back the last transactions, but
  /// tears none. SQLite calls it `synchronous=NORMAL` in WAL mode.
  case survivesProcessKill

  /// The write survives a power failure, as far as the disk tells the truth; each commit waits for it.
  ///
  /// SQLite calls it `synchronous=FULL`; on Darwin `fullfsync` is on as well. Write concurrently
  /// with the asynchronous `write(_:)` to share the waiting.
  case survivesPowerLoss

  /// The value of `PRAGMA synchronous` that stands for it.
  var synchronous: Int64 { self == .survivesPowerLoss ? 2 : 1 }
}
