/// Follows edits made one after the other, in running positions, to where each row comes from.
///
/// - Complexity: An edit costs O(√*k*) after *k* edits, whatever the number of rows.
@usableFromInline
struct PieceTable {
  /// Pieces in blocks, so that an edit shifts and scans few of them.
  private var blocks: [Block]
  private let countBefore: Int

  private struct Block {
    var pieces: [Piece]
    var rows: Int
  }

  @usableFromInline
  init(count: Int) {
    countBefore = count
    blocks = [Block(pieces: count == 0 ? [] : [Piece(old: 0, length: count)], rows: count)]
  }

  /// The sum of the edits.
  @usableFromInline
  var provenance: Provenance {
    var provenance = Provenance(countBefore: countBefore)
    for block in blocks { provenance.append(contentsOf: block.pieces) }
    return provenance
  }

  /// Where the row at `position` comes from; nil when it is new.
  @usableFromInline
  func origin(of position: Int) -> Int? {
    var rest = position
    for block in blocks {
      if rest >= block.rows {
        rest -= block.rows
        continue
      }
      for piece in block.pieces {
        if rest < piece.count { return piece.isKept ? piece.start + rest : nil }
        rest -= piece.count
      }
    }
    return nil
  }

  /// Puts a run of rows before the row at `position`.
  @usableFromInline
  mutating func insert(_ piece: Piece, at position: Int) {
    if piece.length == 0 { return }
    var rest = position
    var index = 0
    while rest > blocks[index].rows {
      rest -= blocks[index].rows
      index += 1
    }
    let place = cut(index, at: rest)
    // Typing and loading go on where they left off.
    if place > 0, !piece.isKept, !blocks[index].pieces[place - 1].isKept {
      blocks[index].pieces[place - 1].length += piece.length
    } else {
      blocks[index].pieces.insert(piece, at: place)
    }
    blocks[index].rows += piece.count
    splitIfLarge(index)
  }

  /// Takes out the rows in `range` and returns where they came from.
  @usableFromInline
  mutating func remove(_ range: Range<Int>) -> [Piece] {
    var taken: [Piece] = []
    var rest = range.lowerBound
    var left = range.count
    var index = 0
    while left > 0 {
      if rest >= blocks[index].rows {
        rest -= blocks[index].rows
        index += 1
        continue
      }
      let first = cut(index, at: rest)
      let count = min(left, blocks[index].rows - rest)
      let last = cut(index, at: rest + count)
      taken.append(contentsOf: blocks[index].pieces[first..<last])
      blocks[index].pieces.removeSubrange(first..<last)
      blocks[index].rows -= count
      left -= count
      if blocks[index].rows == 0, blocks.count > 1 {
        blocks.remove(at: index)
      } else {
        splitIfLarge(index)
      }
    }
    return taken
  }

  /// Makes a piece start at `offset` of a block; returns its index.
  private mutating func cut(_ block: Int, at offset: Int) -> Int {
    var rest = offset
    var index = 0
    while index < blocks[block].pieces.count, rest >= blocks[block].pieces[index].count {
      rest -= blocks[block].pieces[index].count
      index += 1
    }
    if rest == 0 { return index }
    let piece = blocks[block].pieces[index]
    blocks[block].pieces[index] = piece.prefix(rest)
    blocks[block].pieces.insert(piece.dropping(rest), at: index + 1)
    return index + 1
  }

  private mutating func splitIfLarge(_ index: Int) {
    let pieces = blocks[index].pieces
    guard pieces.count > ListTuning.piecesInBlock else { return }
    let half = pieces.count / 2
    let upper = Array(pieces[half...])
    let rows = upper.reduce(0) { $0 + $1.count }
    blocks[index].pieces.removeSubrange(half...)
    blocks[index].rows -= rows
    blocks.insert(Block(pieces: upper, rows: rows), at: index + 1)
  }
}
