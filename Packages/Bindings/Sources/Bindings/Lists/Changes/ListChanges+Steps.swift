/// One step of a script that changes a list row by row, in running positions.
public enum ListStep<Element> {
  /// Takes the row at a position out.
  case remove(at: Int, Element)
  /// Puts a row before the one at a position.
  case insert(Element, at: Int)
  /// Takes a row out and puts it back so that it ends at the second position.
  case move(from: Int, to: Int)
  /// Gives the row at a position another content.
  case update(at: Int, old: Element, new: Element)
}

extension ListStep: Sendable where Element: Sendable {}
extension ListStep: Equatable where Element: Equatable {}

extension ListChanges {
  /// The batch as a script in running positions, for views that change one row after the other, such
  /// as a browser's page.
  ///
  /// Removals come first, from the back, then moves, insertions from the front, and updates; there is
  /// one step for each change of the batch.
  ///
  /// - Complexity: O(*k* log *k*) in the changes.
  public var steps: [ListStep<Element>] {
    var steps: [ListStep<Element>] = []
    steps.reserveCapacity(count)
    for (position, row) in Array(removed).reversed() { steps.append(.remove(at: position, row)) }
    for move in runningMoves { steps.append(.move(from: move.from, to: move.to)) }
    for (position, row) in inserted { steps.append(.insert(row, at: position)) }
    for update in updated { steps.append(.update(at: update.to, old: update.old, new: update.new)) }
    return steps
  }

  /// The moves one after the other, between the removals and the insertions.
  private var runningMoves: [ListMove] {
    if moved.isEmpty { return [] }
    let gone = RangeCounter(removed.ranges)
    let new = RangeCounter(inserted.ranges)
    return moved.map { move in
      ListMove(
        from: move.from - gone.count(below: move.from), to: move.to - new.count(below: move.to))
    }.running
  }

  /// The positions that look different on a view that shows each row at its position, such as a
  /// terminal.
  ///
  /// They reach to the end of the longer version: what lies behind ``countAfter`` is to be cleared.
  public var ranges: [Range<Int>] { rows.provenance.changedPositions(updated.map(\.to)) }
}

extension Provenance {
  /// The positions at which another row stands, or one with other content as `updated` says, up to the
  /// end of the longer version.
  func changedPositions(_ updated: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    func add(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else if !range.isEmpty {
        ranges.append(range)
      }
    }
    var next = 0
    var position = 0
    for piece in pieces {
      let end = position + piece.count
      let isInPlace = piece.isKept && piece.start == position
      if !isInPlace { add(position..<end) }
      while next < updated.count, updated[next] < end {
        if isInPlace { add(updated[next]..<(updated[next] + 1)) }
        next += 1
      }
      position = end
    }
    if countBefore > countAfter { add(countAfter..<countBefore) }
    return ranges
  }
}

extension [ListMove] {
  /// Moves that apply at once, to rising goals, as moves one after the other.
  ///
  /// They are made in the order in which the rows will stand. Rows that stay are the landmarks: a row
  /// that has moved stands behind the landmark that it belongs to and before the rows that have yet to
  /// leave that place.
  ///
  /// - Complexity: O(*k* log *k*).
  var running: [ListMove] {
    let leaving = indices.sorted { self[$0].from < self[$1].from }
    var rankBefore = [Int](repeating: 0, count: count)
    // How many landmarks stand before each moving row, at first and in the end.
    var landmarksBefore: [Int] = []
    for (rank, index) in leaving.enumerated() {
      rankBefore[index] = rank
      landmarksBefore.append(self[index].from - rank)
    }
    let landmarksAfter = indices.map { self[$0].to - $0 }

    var waiting = Tally([Int](repeating: 1, count: count))
    return indices.map { index in
      let rank = rankBefore[index]
      let arrived = Swift.min(index, landmarksAfter.partition(above: landmarksBefore[rank]))
      let from = landmarksBefore[rank] + waiting.sum(below: rank) + arrived
      waiting.add(-1, at: rank)
      let before = landmarksBefore.partition(above: landmarksAfter[index] - 1)
      let to = landmarksAfter[index] + index + waiting.sum(below: before)
      return ListMove(from: from, to: to)
    }
  }
}

/// Numbers that change, with the sums of those before each (a Fenwick tree).
struct Tally {
  private var tree: [Int]

  init(_ numbers: [Int]) {
    tree = [0] + numbers
    for node in tree.indices.dropFirst() {
      let parent = node + node & -node
      if parent < tree.count { tree[parent] += tree[node] }
    }
  }

  mutating func add(_ difference: Int, at index: Int) {
    var node = index + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }

  func sum(below index: Int) -> Int {
    var sum = 0
    var node = index
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }
}

/// Counts the positions in rising ranges.
struct RangeCounter {
  private let ranges: [Range<Int>]
  private let before: [Int]

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    var before: [Int] = []
    var sum = 0
    for range in ranges {
      before.append(sum)
      sum += range.count
    }
    self.before = before
  }

  /// How many of them are in `range`.
  func count(in range: Range<Int>) -> Int {
    count(below: range.upperBound) - count(below: range.lowerBound)
  }

  /// How many of them are below `position`.
  func count(below position: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < position { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return 0 }
    return before[low - 1] + min(ranges[low - 1].count, position - ranges[low - 1].lowerBound)
  }
}

extension [Int] {
  /// The first index whose element is above `number`, in a sorted array.
  fileprivate func partition(above number: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
