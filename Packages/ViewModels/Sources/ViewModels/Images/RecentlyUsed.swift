/// Values of a limited size in all, of which those go first that were not used for the longest time (LRU).
struct RecentlyUsed<Value> {
  private struct Entry {
    var value: Value
    var size: Int
    /// The number of its last use.
    var use: Int
  }

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  /// All uses, the oldest first; only the last one of each value counts.
  private var uses: [(key: String, use: Int)] = []
  /// The position of the first use that may count.
  private var oldest = 0
  private var lastUse = 0
  /// The size of all values.
  private(set) var size = 0

  /// Keeps values of so much size in all; nothing for one that is not positive.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The value of a key, which is used by that.
  ///
  /// - Complexity: O(1) on average.
  mutating func value(for key: String) -> Value? {
    guard let entry = entries[key] else { return nil }
    use(key)
    return entry.value
  }

  /// Keeps a value, and drops others until there is room for it; an empty value, of which there could be any
  /// number, and one larger than all room are not kept.
  ///
  /// - Complexity: O(1) on average for each value that comes.
  mutating func insert(_ value: Value, for key: String, size: Int) {
    remove(key)
    guard size > 0, size <= capacity else { return }
    while self.size > capacity - size, oldest < uses.count {
      let (key, use) = uses[oldest]
      oldest += 1
      if entries[key]?.use == use { remove(key) }
    }
    entries[key] = Entry(value: value, size: size, use: 0)
    self.size += size
    use(key)
  }

  /// Drops all values.
  mutating func removeAll() {
    (entries, uses, oldest, size) = ([:], [], 0, 0)
  }

  private mutating func remove(_ key: String) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    size -= entry.size
  }

  private mutating func use(_ key: String) {
    lastUse += 1
    entries[key]?.use = lastUse
    uses.append((key, lastUse))
    guard uses.count > 2 * entries.count + 16 else { return }
    uses = uses[oldest...].filter { entries[$0.key]?.use == $0.use }
    oldest = 0
  }
}
