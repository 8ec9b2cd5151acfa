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
  ///
  /// They are made in the order in which the rows will stand. Rows that stay are the landmarks: a row
  /// that has moved stands behind the landmark that it belongs to and before the rows that have yet to
  /// leave that place.
  private var runningMoves: [ListMove] {
    if moved.isEmpty { return [] }
    let leaving = moved.indices.sorted { moved[$0].from < moved[$1].from }
    var rankBefore = [Int](repeating: 0, count: moved.count)
    // How many landmarks stand before each moving row, at first and in the end.
    var landmarksBefore: [Int] = []
    for (rank, index) in leaving.enumerated() {
      rankBefore[index] = rank
      let gone = removed.ranges.count(below: moved[index].from)
      landmarksBefore.append(moved[index].from - gone - rank)
    }
    let landmarksAfter = moved.indices.map {
      moved[$0].to - inserted.ranges.count(below: moved[$0].to) - $0
    }

    var waiting = Tally(count: moved.count)
    return moved.indices.map { index in
      let rank = rankBefore[index]
      let arrived = min(index, landmarksAfter.partition(above: landmarksBefore[rank]))
      let from = landmarksBefore[rank] + waiting.count(below: rank) + arrived
      waiting.remove(rank)
      let before = landmarksBefore.partition(above: landmarksAfter[index] - 1)
      let to = landmarksAfter[index] + index + waiting.count(below: before)
      return ListMove(from: from, to: to)
    }
  }

  /// The positions that look different on a view that shows each row at its position, such as a
  /// terminal.
  ///
  /// They reach to the end of the longer version: what lies behind ``countAfter`` is to be cleared.
  public var ranges: [Range<Int>] {
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
    for piece in rows.provenance.pieces {
      let end = position + piece.count
      if piece.isKept, piece.start == position {
        while next < updated.count, updated[next].to < end {
          add(updated[next].to..<(updated[next].to + 1))
          next += 1
        }
      } else {
        add(position..<end)
        while next < updated.count, updated[next].to < end { next += 1 }
      }
      position = end
    }
    if countBefore > countAfter { add(countAfter..<countBefore) }
    return ranges
  }
}

/// A set of small numbers that counts those below another (a Fenwick tree).
private struct Tally {
  private var tree: [Int]

  /// All numbers from zero to below `count`.
  init(count: Int) {
    tree = (0...count).map { $0 & -$0 }
  }

  mutating func remove(_ number: Int) {
    var node = number + 1
    while node < tree.count {
      tree[node] -= 1
      node += node & -node
    }
  }

  func count(below number: Int) -> Int {
    var sum = 0
    var node = number
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }
}

extension [Range<Int>] {
  /// How many of the numbers in these ranges, which rise, are below `number`.
  fileprivate func count(below number: Int) -> Int {
    var sum = 0
    for range in self {
      if range.lowerBound >= number { break }
      sum += Swift.min(range.upperBound, number) - range.lowerBound
    }
    return sum
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
