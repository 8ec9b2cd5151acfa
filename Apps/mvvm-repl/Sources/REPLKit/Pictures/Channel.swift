/// The channel between two layers of a drawing, with its lines laid out by channel routing.
///
/// Each net leaves the left side in one row and enters the right side in one or more rows. It runs straight if it can,
/// otherwise along a track: a vertical line between the sides. Lines of two nets may cross, but never overlap.
struct Channel: Equatable {
  /// A line to lay out: the row where it leaves the left side, and the rows where it enters the right side.
  ///
  /// No two nets leave in the same row, or enter in the same row.
  struct Net: Equatable {
    let source: Int
    let targets: [Int]
  }

  /// A straight segment of a net; tracks count from 0, -1 is the left side and ``Channel/width`` the right side.
  enum Stretch: Equatable {
    case across(net: Int, row: Int, from: Int, to: Int)
    case along(net: Int, track: Int, rows: ClosedRange<Int>)
  }

  /// The number of tracks.
  private(set) var width = 0
  private(set) var stretches: [Stretch] = []

  /// Lays out nets.
  ///
  /// - Complexity: O(*n*²) in the nets.
  init(_ nets: [Net]) {
    var pieces = Self.pieces(of: nets)
    Self.assignTracks(&pieces)
    width = (pieces.compactMap(\.track).max() ?? -1) + 1
    for (number, piece) in pieces.enumerated() {
      guard let track = piece.track else {
        stretches.append(.across(net: piece.net, row: piece.source, from: -1, to: width))
        continue
      }
      let start = piece.isSecondHalf ? pieces[number - 1].track ?? -1 : -1
      stretches.append(.across(net: piece.net, row: piece.source, from: start, to: track))
      if piece.rows.count > 1 {
        stretches.append(.along(net: piece.net, track: track, rows: piece.rows))
      }
      for target in piece.targets {
        stretches.append(.across(net: piece.net, row: target, from: track, to: width))
      }
    }
  }

  /// A net, or one half of a net that has to change its track (a dogleg).
  private struct Piece {
    let net: Int
    var source: Int
    var targets: [Int]
    /// Whether the piece starts where the piece before it ends.
    var isSecondHalf = false
    var track: Int?

    /// The row in which a first half ends; a first half has no targets.
    var turn: Int?
    var rows: ClosedRange<Int> {
      let others = targets + (turn.map { [$0] } ?? [])
      return others.reduce(source, min)...others.reduce(source, max)
    }
    var isStraight: Bool { targets == [source] }
  }

  /// Returns the nets as pieces; splits a net that would have to run both left and right of another net.
  private static func pieces(of nets: [Net]) -> [Piece] {
    var pieces = nets.enumerated().map { Piece(net: $0, source: $1.source, targets: $1.targets) }
    var taken = Set(nets.flatMap { $0.targets + [$0.source] })
    while let knot = firstKnot(of: pieces) {
      let piece = pieces[knot]
      var row = piece.source
      var distance = 0
      // Tries rows alternately below and above, until one is free.
      while taken.contains(row) {
        distance = distance > 0 ? -distance : 1 - distance
        row = piece.source + distance
      }
      taken.insert(row)
      pieces[knot].turn = row
      pieces[knot].targets = []
      pieces.insert(
        Piece(net: piece.net, source: row, targets: piece.targets, isSecondHalf: true),
        at: knot + 1)
    }
    return pieces
  }

  /// Returns for each piece the pieces that must run right of it: the piece that enters in the row where it leaves, and
  /// its own second half.
  private static func followers(of pieces: [Piece]) -> [[Int]] {
    var entering: [Int: Int] = [:]
    for (number, piece) in pieces.enumerated() {
      for target in piece.targets { entering[target] = number }
    }
    return pieces.indices.map { number in
      var followers: [Int] = []
      if !pieces[number].isSecondHalf, let other = entering[pieces[number].source], other != number
      {
        followers.append(other)
      }
      if pieces[number].turn != nil { followers.append(number + 1) }
      return followers
    }
  }

  /// Sorts the pieces topologically, each before the pieces that must run right of it; cyclic pieces are left out.
  private static func sorted(_ pieces: [Piece], _ followers: [[Int]]) -> [Int] {
    var waiting = Array(repeating: 0, count: pieces.count)
    for follower in followers.joined() { waiting[follower] += 1 }
    var sorted = pieces.indices.filter { waiting[$0] == 0 }
    var index = 0
    while index < sorted.count {
      for follower in followers[sorted[index]] {
        waiting[follower] -= 1
        if waiting[follower] == 0 { sorted.append(follower) }
      }
      index += 1
    }
    return sorted
  }

  /// Returns a piece in a cycle of pieces that must run right of each other; `nil` if there is no cycle.
  private static func firstKnot(of pieces: [Piece]) -> Int? {
    let followers = followers(of: pieces)
    let free = Set(sorted(pieces, followers))
    guard free.count < pieces.count else { return nil }
    // Removes pieces that only wait for a cycle. Each piece of a cycle has a follower in the cycle.
    var rest = Set(pieces.indices).subtracting(free)
    while let end = rest.sorted().first(where: { rest.isDisjoint(with: followers[$0]) }) {
      rest.remove(end)
    }
    return rest.filter { pieces[$0].turn == nil && !pieces[$0].isSecondHalf }.min()
  }

  /// Assigns to each piece that is not straight the leftmost track that is free along its rows.
  private static func assignTracks(_ pieces: inout [Piece]) {
    let followers = followers(of: pieces)
    var earliest = Array(repeating: 0, count: pieces.count)
    var taken: [[ClosedRange<Int>]] = []
    for number in sorted(pieces, followers) where !pieces[number].isStraight {
      let rows = pieces[number].rows
      var track = earliest[number]
      while track < taken.count, taken[track].contains(where: { $0.overlaps(rows) }) { track += 1 }
      while taken.count <= track { taken.append([]) }
      taken[track].append(rows)
      pieces[number].track = track
      for follower in followers[number] { earliest[follower] = max(earliest[follower], track + 1) }
    }
  }
}
