/// Values of a limited size in all, of which those go first that were not used for the longest time (LRU).
struct RecentlyUsed<Value> {
  private struct Entry {
    var value: Value
    var size: Int
    var use: Int
  }

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var lastUse = 0
  /// The entries in the order of their use, the oldest at the end; those used since are newer than all of them.
  private var oldest: [(key: String, use: Int)] = []
  private(set) var size = 0

  /// Keeps values of so much size in all; nothing for one that is not positive.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  mutating func value(for key: String) -> Value? {
    lastUse += 1
    entries[key]?.use = lastUse
    return entries[key]?.value
  }

  /// Keeps a value, and drops others until there is room for it; an empty value, of which there could be any
  /// number, and one larger than all room are not kept.
  ///
  /// - Complexity: O(1) on average, and O(log *n*) for each value that it drops.
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
