import Foundation
import REPLKit
import Store

/// The workshop's store, which is opened when it is first needed.
actor WorkshopDatabase {
  private let folder: URL?
  /// The clock that values expire by, of which the use of the store takes no time; `nil` for the system's.
  private let clock: SessionClock?
  private var opened: KeyValueStore?
  private var openedResponses: StoreCache<Data>?
  /// The closures that show a change; each returns `false` when nobody looks any more.
  private var followers: [Int: @MainActor @Sendable () async -> Bool] = [:]
  private var lastFollower = 0

  /// Keeps values in `folder`, or in memory when it is `nil`.
  init(folder: URL?, clock: SessionClock? = nil) { (self.folder, self.clock) = (folder, clock) }

  /// The date by which values expire.
  nonisolated var now: Date { clock?.date ?? Date() }

  /// Uses the store, which takes no time: the next statement waits for the end of it.
  nonisolated func use<Result>(
    _ work: (KeyValueStore) async throws -> Result
  ) async throws -> Result {
    guard let clock else { return try await work(store()) }
    return try await clock.takingNoTime { try await work(store()) }
  }

  /// Changes the store, which takes no time; the change ends when all followers have shown it.
  nonisolated func change<Result>(
    _ work: (KeyValueStore) async throws -> Result
  ) async throws -> Result {
    try await use { store in
      do {
        let result = try await work(store)
        await tellFollowers()
        return result
      } catch {
        await tellFollowers()
        throw error
      }
    }
  }

  /// Calls a closure after each change, until it returns `false`.
  func follow(_ show: @escaping @MainActor @Sendable () async -> Bool) {
    lastFollower += 1
    followers[lastFollower] = show
  }

  private func tellFollowers() async {
    for (number, show) in followers where !(await show()) { followers[number] = nil }
  }

  /// The open store.
  ///
  /// - Throws: `StoreError` when the file cannot be opened; the next call tries again.
  func store() throws(StoreError) -> KeyValueStore {
    if let opened { return opened }
    // The content may be private; an existing folder stays unchanged.
    if let folder {
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    var configuration = StoreConfiguration()
    if let clock { configuration.now = { clock.date } }
    let store =
      if let folder {
        try KeyValueStore(name: "workshop", in: folder, configuration: configuration)
      } else {
        try KeyValueStore.inMemory(configuration: configuration)
      }
    opened = store
    return store
  }

  /// The stored responses of servers, as bytes; at most 16 MiB.
  ///
  /// - Throws: `StoreError` when the file cannot be opened; the next call tries again.
  func responses() throws(StoreError) -> StoreCache<Data> {
    if let openedResponses { return openedResponses }
    let responses = try StoreCache(
      Data.self, in: store(), table: Self.responses, capacity: 16 << 20)
    openedResponses = responses
    return responses
  }

  /// Deletes a table; returns whether it existed.
  ///
  /// - Throws: `StoreError` for the default table, which can only be cleared.
  func dropTable(_ name: String) throws(StoreError) -> Bool {
    let existed = try store().dropTable(name)
    if name == Self.responses { openedResponses = nil }
    return existed
  }

  private static let responses = "responses"

  /// Closes the store; a later use opens it again.
  func close() {
    try? opened?.close()
    opened = nil
    openedResponses = nil
  }
}
