public import Foundation

/// The settings of a store.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.durability = .survivesPowerLoss
/// let store = try KeyValueStore(name: "ledger", configuration: configuration)
/// ```
public struct StoreConfiguration: Sendable {
  /// The durability of acknowledged writes.
  public var durability = Durability.survivesProcessKill

  /// Whether the store refuses every write and fails if the file does not exist.
  public var isReadOnly = false

  /// The time that a write waits for another process before it throws ``StoreError/Code/busy``; at most a day.
  public var busyTimeout = Duration.seconds(5)

  /// The maximum number of concurrent reads of a file, 1 to 64; further reads wait.
  public var maximumReaders = 4

  /// The application's migrations, oldest first.
  public var migrations: [StoreMigration] = []

  /// Returns the current time, for times to live and the times of items.
  ///
  /// It is called on any thread. If the clock goes back, an expired value reappears unless it was purged.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates the default configuration.
  public init() {}

  /// The busy timeout, limited to a range that SQLite's milliseconds can represent.
  var patience: Duration { min(max(busyTimeout, .zero), .seconds(86_400)) }

  var readers: Int { min(max(maximumReaders, 1), 64) }
}
