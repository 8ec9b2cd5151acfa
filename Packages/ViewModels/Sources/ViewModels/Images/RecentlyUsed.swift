/// An LRU cache: values of a limited total size, from which the least recently used values are evicted.
struct RecentlyUsed<Value> {
  private struct Entry {
    var value: Value
    var size: Int
    var use: Int
  }

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var lastUse = 0
  /// The entries in the order of their use, the oldest last; entries used since the sort are newer than all of them.
  private var oldest: [(key: String, use: Int)] = []
  private(set) var size = 0

  /// Makes a cache with the given total size; a cache whose size is not positive stores nothing.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  mutating func value(for key: String) -> Value? {
    lastUse += 1
    entries[key]?.use = lastUse
    return entries[key]?.value
  }

  /// Stores a value and evicts others until there is room; it does not store a value larger than the capacity, nor an
  /// empty one, since their number would be unlimited.
  ///
  /// - Complexity: O(1) on average, and O(log *n*) for each evicted value.
  mutating func insert(_ value: Value, for key: String, size: Int) {
    remove(key)
    guard size > 0, size <= capacity else { return }
    while self.size > capacity - size { removeOldest() }
    lastUse += 1
    entries[key] = Entry(value: value, size: size, use: lastUse)
    self.size += size
  }

  mutating func removeAll() { (entries, oldest, size) = ([:], [], 0) }

  private mutating func removeOldest() {
    if oldest.isEmpty {
      oldest = entries.map { (key: $0.key, use: $0.value.use) }.sorted { $0.use > $1.use }
    }
    if let (key, use) = oldest.popLast(), entries[key]?.use == use { remove(key) }
  }

  private mutating func remove(_ key: String) {
    size -= entries.removeValue(forKey: key)?.size ?? 0
  }
}
