/// Items that wait for their moments, by number and in the order of the moments.
///
/// A binary heap has the soonest in front. What is removed leaves its entry there until it comes to the front, or until
/// most entries are such.
struct Agenda<Moment: Comparable, Item> {
  fileprivate struct Entry {
    let moment: Moment
    let id: Int

    /// Whether the entry comes before another one: sooner, or added earlier for the same moment.
    func precedes(_ other: Entry) -> Bool {
      moment < other.moment || id < other.id && !(other.moment < moment)
    }
  }

  private var byID: [Int: Item] = [:]
  private var heap: [Entry] = []

  var ids: some Collection<Int> { byID.keys }
  var items: some Collection<Item> { byID.values }

  /// The soonest moment.
  var first: Moment? { heap.first?.moment }

  /// Adds an item; its number is greater than those of earlier items.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(_ item: Item, _ id: Int, at moment: Moment) {
    byID[id] = item
    heap.append(Entry(moment: moment, id: id))
    var place = heap.count - 1
    while place > 0, case let parent = (place - 1) / 2, heap[place].precedes(heap[parent]) {
      heap.swapAt(place, parent)
      place = parent
    }
  }

  /// Removes an item; `nil` if it is gone already.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func remove(_ id: Int) -> Item? {
    guard let item = byID.removeValue(forKey: id) else { return nil }
    if heap.count > 2 * byID.count + 32 {
      // A sorted array is a heap, too.
      heap = heap.filter { byID[$0.id] != nil }.sorted { $0.precedes($1) }
    }
    dropGone()
    return item
  }

  /// Removes the items whose moments are due, and returns them in order.
  ///
  /// - Complexity: O(log *n*) for each.
  mutating func removeAll(where isDue: (Moment) -> Bool) -> [Item] {
    var due: [Item] = []
    while let entry = heap.first, isDue(entry.moment) {
      if let item = byID.removeValue(forKey: entry.id) { due.append(item) }
      dropGone()
    }
    return due
  }

  /// Changes all items, in the order in which they were added.
  mutating func modifyAll(_ change: (inout Item) -> Void) {
    for id in byID.keys.sorted() {
      guard var item = byID[id] else { continue }
      change(&item)
      byID[id] = item
    }
  }

  /// Keeps an item in front that is not gone.
  private mutating func dropGone() {
    while let entry = heap.first, byID[entry.id] == nil {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      var place = 0
      while case let left = 2 * place + 1, left < heap.count {
        let right = left + 1
        let child = right < heap.count && heap[right].precedes(heap[left]) ? right : left
        guard heap[child].precedes(heap[place]) else { break }
        heap.swapAt(place, child)
        place = child
      }
    }
  }
}

extension Agenda: Sendable where Moment: Sendable, Item: Sendable {}
extension Agenda.Entry: Sendable where Moment: Sendable {}
