/// A piece table: maps successive edits, in running positions, to the origin of each row.
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

  /// The combined effect of the edits.
  @usableFromInline
  var provenance: Provenance {
    var provenance = Provenance(countBefore: countBefore)
    provenance.reserve(pieces.count)
    provenance.append(contentsOf: pieces)
    return provenance
  }

  /// Returns the original position of the row at `position`; nil for a new row.
  @usableFromInline
  func origin(of position: Int) -> Int? {
    var rest = position
    for piece in pieces {
      if rest < piece.count { return piece.isKept ? piece.start + rest : nil }
      rest -= piece.count
    }
    return nil
  }

  /// Inserts a run of rows before the row at `position`.
  @usableFromInline
  mutating func insert(_ piece: Piece, at position: Int) {
    if piece.length == 0 { return }
    let place = cut(at: position)
    // Typing and loading usually insert directly after the previous insertion, so this extends its piece.
    if place > 0, !piece.isKept, !pieces[place - 1].isKept {
      pieces[place - 1].length += piece.length
    } else {
      pieces.insert(piece, at: place)
    }
  }

  /// Removes the rows in `range` and returns their origins.
  @usableFromInline
  mutating func remove(_ range: Range<Int>) -> [Piece] {
    let first = cut(at: range.lowerBound)
    let last = cut(at: range.upperBound)
    let taken = Array(pieces[first..<last])
    pieces.removeSubrange(first..<last)
    return taken
  }

  /// Splits a piece if necessary, so that a piece starts at `position`; returns the index of that piece.
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
