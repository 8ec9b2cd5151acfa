/// Follows edits made one after the other, in running positions, to where each row comes from.
///
/// - Complexity: An edit costs O(*k*) after *k* edits, whatever the number of rows. The number of
///   edits that a transaction records is limited.
@usableFromInline
struct PieceTable {
  private var pieces: [Piece]
  private let countBefore: Int

  @usableFromInline
  init(_ provenance: Provenance) {
    pieces = provenance.pieces
    countBefore = provenance.countBefore
  }

  /// The sum of the edits.
  @usableFromInline
  var provenance: Provenance {
    var provenance = Provenance(countBefore: countBefore)
    provenance.reserve(pieces.count)
    provenance.append(contentsOf: pieces)
    return provenance
  }

  /// Where the row at `position` comes from; nil when it is new.
  @usableFromInline
  func origin(of position: Int) -> Int? {
    var rest = position
    for piece in pieces {
      if rest < piece.count { return piece.isKept ? piece.start + rest : nil }
      rest -= piece.count
    }
    return nil
  }

  /// Puts a run of rows before the row at `position`.
  @usableFromInline
  mutating func insert(_ piece: Piece, at position: Int) {
    if piece.length == 0 { return }
    let place = cut(at: position)
    // Typing and loading go on where they left off.
    if place > 0, !piece.isKept, !pieces[place - 1].isKept {
      pieces[place - 1].length += piece.length
    } else {
      pieces.insert(piece, at: place)
    }
  }

  /// Takes out the rows in `range` and returns where they came from.
  @usableFromInline
  mutating func remove(_ range: Range<Int>) -> [Piece] {
    let first = cut(at: range.lowerBound)
    let last = cut(at: range.upperBound)
    let taken = Array(pieces[first..<last])
    pieces.removeSubrange(first..<last)
    return taken
  }

  /// Makes a piece start at `position`; returns its index.
  private mutating func cut(at position: Int) -> Int {
    var rest = position
    var index = 0
    while index < pieces.count, rest >= pieces[index].count {
      rest -= pieces[index].count
      index += 1
    }
    if rest == 0 { return index }
    let piece = pieces[index]
    pieces[index] = piece.prefix(rest)
    pieces.insert(piece.dropping(rest), at: index + 1)
    return index + 1
  }
}
