import Synchronization

/// Keeps responses for a ``ResponseCache``: in memory here, in a database where there is one.
///
/// A key is an address without the values of secrets; where the request had secrets, a blank and a
/// name for them follow. A blank and a full stop end it, so no key is the beginning of another one.
///
/// ```swift
/// let cache = ResponseCache(storage: MemoryResponseStorage(capacity: 8 << 20))
/// ```
public protocol ResponseStorage: Sendable {
  /// The response kept under a key, or `nil`.
  ///
  /// - Throws: when the storage cannot be read; the cache then asks the server.
  func response(for key: String) async throws -> StoredResponse?

  /// Keeps a response in place of one of the same key.
  ///
  /// - Throws: when the storage cannot be written; the response still reaches its caller.
  func store(_ response: StoredResponse, for key: String) async throws

  /// Forgets the responses whose key begins so; all with an empty prefix.
  ///
  /// - Throws: when the storage cannot be written.
  func removeResponses(withPrefix prefix: String) async throws
}

/// Keeps responses in memory and drops the ones unused for longest beyond its capacity.
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
    /// The entries in the order of their use, the oldest at the end; those used since are newer than all of them.
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
  /// - Parameter capacity: Bytes kept at most, heads and keys included; 16 MiB by default.
  public init(capacity: Int = 16 << 20) {
    self.capacity = capacity
  }

  /// The response kept under a key.
  public func response(for key: String) -> StoredResponse? {
    state.withLock { state in
      state.use(key)
      return state.entries[key]?.response
    }
  }

  /// Keeps a response; one larger than the whole storage is not kept.
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

  /// Forgets the responses whose key begins so.
  public func removeResponses(withPrefix prefix: String) {
    state.withLock { state in
      for key in state.entries.keys where key.hasPrefix(prefix) { state.remove(key) }
    }
  }
}
