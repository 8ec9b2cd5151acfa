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

  /// Whether every write is refused and a missing file is an error.
  public var isReadOnly = false

  /// The time that a write waits for another process before it throws ``StoreError/Code/busy``; at most a day.
  public var busyTimeout = Duration.seconds(5)

  /// The number of reads of a file that may run at the same time, 1 to 64; more wait.
  public var maximumReaders = 4

  /// The application's migrations, oldest first.
  public var migrations: [StoreMigration] = []

  /// The time that times to live and the items' times are taken from.
  ///
  /// Called on any thread. A clock that goes back brings an expired value back until it is purged.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates the default configuration.
  public init() {}

  /// The busy timeout within what SQLite's milliseconds can hold.
  var patience: Duration { min(max(busyTimeout, .zero), .seconds(86_400)) }

  var readers: Int { min(max(maximumReaders, 1), 64) }
}
