/// The time of each transfer's next check: a binary heap with the soonest in front.
///
/// - Complexity: O(log *n*) for each change.
struct CurlDeadlines {
  private var heap: [(time: ContinuousClock.Instant, transfer: CurlTransfer)] = []

  var first: (time: ContinuousClock.Instant, transfer: CurlTransfer)? { heap.first }

  /// Adds a transfer or changes its time.
  mutating func set(_ transfer: CurlTransfer, _ time: ContinuousClock.Instant) {
    let place = transfer.place ?? heap.count
    if place == heap.count { heap.append((time, transfer)) } else { heap[place].time = time }
    settle(place)
  }

  mutating func remove(_ transfer: CurlTransfer) {
    guard let place = transfer.place.take(), let last = heap.popLast(), place < heap.count
    else { return }
    heap[place] = last
    settle(place)
  }

  /// Moves the entry at a place up or down to where it belongs.
  private mutating func settle(_ start: Int) {
    let entry = heap[start]
    var place = start
    while place > 0, case let parent = (place - 1) / 2, entry.time < heap[parent].time {
      move(parent, to: place)
      place = parent
    }
    while case let left = 2 * place + 1, left < heap.count {
      let right = left + 1
      let child = right < heap.count && heap[right].time < heap[left].time ? right : left
      guard heap[child].time < entry.time else { break }
      move(child, to: place)
      place = child
    }
    heap[place] = entry
    entry.transfer.place = place
  }

  private mutating func move(_ place: Int, to other: Int) {
    heap[other] = heap[place]
    heap[other].transfer.place = other
  }
}
