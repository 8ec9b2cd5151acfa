import Synchronization

/// A store of responses for a ``ResponseCache``, in memory or in a database.
///
/// A key is an address without the values of secrets. If the request had secrets, a space and a name for them follow. A
/// space and a full stop end the key, so no key is a prefix of another key.
///
/// ```swift
/// let cache = ResponseCache(storage: MemoryResponseStorage(capacity: 8 << 20))
/// ```
public protocol ResponseStorage: Sendable {
  /// The response kept under a key, or `nil`.
  ///
  /// - Throws: An error if the storage cannot be read; the cache then asks the server.
  func response(for key: String) async throws -> StoredResponse?

  /// Stores a response and replaces any response with the same key.
  ///
  /// - Throws: An error if the storage cannot be written; the caller of the request still gets the response.
  func store(_ response: StoredResponse, for key: String) async throws

  /// Removes the responses whose key has a prefix; an empty prefix removes all.
  ///
  /// - Throws: An error if the storage cannot be written.
  func removeResponses(withPrefix prefix: String) async throws
}

/// An LRU cache in memory: beyond its capacity, it drops the least recently used responses.
public final class MemoryResponseStorage: ResponseStorage {
  private struct Entry {
    var response: StoredResponse
    var cost: Int
    var use = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var size = 0
    private var uses = 0
    /// A snapshot of the entries by last use, the oldest at the end; entries used later are newer than these.
    private var oldest: [(key: String, use: Int)] = []

    mutating func use(_ key: String) {
      uses += 1
      entries[key]?.use = uses
    }

    mutating func remove(_ key: String) {
      if let entry = entries.removeValue(forKey: key) { size -= entry.cost }
    }

    mutating func removeOldest() {
      if oldest.isEmpty {
        oldest = entries.map { (key: $0.key, use: $0.value.use) }.sorted { $0.use > $1.use }
      }
      if let (key, use) = oldest.popLast(), entries[key]?.use == use { remove(key) }
    }
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Makes an empty storage.
  ///
  /// - Parameter capacity: The maximum size in bytes, heads and keys included; 16 MiB by default.
  public init(capacity: Int = 16 << 20) {
    self.capacity = capacity
  }

  /// Returns the response with a key, or `nil`.
  public func response(for key: String) -> StoredResponse? {
    state.withLock { state in
      state.use(key)
      return state.entries[key]?.response
    }
  }

  /// Stores a response; a response larger than the capacity is not stored.
  ///
  /// - Complexity: O(1) on average, and O(log *n*) for each response dropped.
  public func store(_ response: StoredResponse, for key: String) {
    let cost = response.cost + key.utf8.count
    state.withLock { state in
      state.remove(key)
      guard cost <= capacity else { return }
      state.entries[key] = Entry(response: response, cost: cost)
      state.size += cost
      state.use(key)
      while state.size > capacity { state.removeOldest() }
    }
  }

  /// Removes the responses whose key has a prefix.
  public func removeResponses(withPrefix prefix: String) {
    state.withLock { state in
      for key in state.entries.keys where key.hasPrefix(prefix) { state.remove(key) }
    }
  }
}
