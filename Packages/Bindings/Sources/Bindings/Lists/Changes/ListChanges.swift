/// The changes from one version of a list to another, as one value.
///
/// ```swift
/// let changes = ListChanges(from: before, to: after)
/// print(changes.inserted.map(\.position), before.applying(changes) == after)
/// ```
/// `removed` and the origins of moves are positions *before*, `inserted` and the goals of moves are
/// positions *after*; all apply at once, and rows that none of them names stay and keep their order.
/// `updated` says what rows contain and is orthogonal: it may name a row that moves. A batch carries
/// the rows it removes, inserts and updates, so nobody has to keep the older version. Moves carry no
/// row: when one batch moves `a` behind the others of `[a, b, c]`, and the next one `b`, both together
/// move `c` to the front, which neither of them touched. The moved row is at ``ListMove/to`` of the
/// newer version.
///
/// These laws hold for every batch, and are tested:
/// 1. *Replay*: `a.applying(c) == b`.
/// 2. *Least*: no other batch between the two versions has fewer moves.
/// 3. *Join*: the batch that an observer gets for several transactions is that between the first and the
///    last version.
///
/// Identities are unique within a version, equal rows have equal identities, and what has another
/// identity is another row. A list with repeated identities still gets a batch that replays.
public struct ListChanges<Element: Identifiable> {
  @usableFromInline let rows: RowChanges<Element>
  /// The rows that changed their place among those that stay, by position after.
  public let moved: [ListMove]
  /// The animation that the change asks for; of composed batches, the last hint counts.
  public var animation: ListAnimation?

  @inlinable
  init(_ rows: RowChanges<Element>, animation: ListAnimation? = nil) {
    self.rows = rows
    moved = rows.provenance.moves
    self.animation = animation
  }

  /// The changes of a list whose rows may come and go as those of its source.
  @inlinable
  init<Source>(_ rows: RowChanges<Element>, after source: ListChanges<Source>) {
    self.rows = rows
    let isSame = rows.provenance == source.rows.provenance
    moved = isSame ? source.moved : rows.provenance.moves
    animation = source.animation
  }

  /// Changes nothing in a list of so many rows.
  @inlinable
  init(unchanged count: Int) { self.init(RowChanges(unchanged: count)) }

  /// The rows that went, with their positions before.
  @inlinable public var removed: ListRuns<Element> { rows.removed }

  /// The rows that came, with their positions after.
  @inlinable public var inserted: ListRuns<Element> { rows.inserted }

  /// The rows with the same identity and other content, by position after.
  @inlinable public var updated: [ListRowUpdate<Element>] { rows.updated }

  /// The number of rows of the older version.
  @inlinable public var countBefore: Int { rows.provenance.countBefore }

  /// The number of rows of the newer version.
  @inlinable public var countAfter: Int { rows.provenance.countAfter }

  /// Whether the two versions are equal.
  @inlinable public var isEmpty: Bool { rows.isEmpty }

  /// The number of removals, insertions, moves and updates.
  @inlinable public var count: Int { removed.count + inserted.count + moved.count + updated.count }

  /// This step and the next one as one: from where this begins to where `next` ends.
  ///
  /// A row that goes and comes back is a row that stayed or moved; what changes and changes back has
  /// not changed.
  ///
  /// - Complexity: O(*k* log *k*) in the changes of both.
  @inlinable
  func then(_ next: ListChanges, areEqual: (Element, Element) -> Bool) -> ListChanges {
    var sum =
      isEmpty ? next : next.isEmpty ? self : ListChanges(rows.then(next.rows, areEqual: areEqual))
    sum.animation = next.animation ?? animation
    return sum
  }
}

extension ListChanges: Sendable where Element: Sendable {}
extension ListChanges: Equatable where Element: Equatable {}

/// A row that changes its place: from a position before to a position after.
public struct ListMove: Hashable, Sendable {
  /// Where the row was in the older version.
  public let from: Int
  /// Where the row is in the newer version.
  public let to: Int

  /// Makes a move.
  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }
}

/// A row that keeps its identity and changes its content.
public struct ListRowUpdate<Element> {
  /// Where the row was in the older version.
  public let from: Int
  /// Where the row is in the newer version.
  public let to: Int
  /// The row before.
  public let old: Element
  /// The row after.
  public let new: Element

  /// Makes an update.
  @inlinable
  public init(from: Int, to: Int, old: Element, new: Element) {
    self.from = from
    self.to = to
    self.old = old
    self.new = new
  }
}

extension ListRowUpdate: Sendable where Element: Sendable {}
extension ListRowUpdate: Equatable where Element: Equatable {}

extension Provenance {
  /// The fewest moves that order the kept rows, by position after.
  @usableFromInline var moves: [ListMove] {
    if pieces.count < 2 { return [] }
    let kept = pieces.indices.lazy.filter { pieces[$0].isKept }.map { Int32($0) }
    let moving = piecesThatMove(pieces, among: Array(kept))
    return moving.isEmpty ? [] : moves(of: moving)
  }

  /// The rows of the given pieces, one move each.
  func moves(of indexes: [Int32]) -> [ListMove] {
    var moves: [ListMove] = []
    moves.reserveCapacity(indexes.count)
    var new = 0
    var next = 0
    for index in indexes {
      while next < Int(index) {
        new += pieces[next].count
        next += 1
      }
      for offset in 0..<pieces[next].count {
        moves.append(ListMove(from: pieces[next].start + offset, to: new + offset))
      }
    }
    return moves
  }
}
