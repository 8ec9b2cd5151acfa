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
/// row: when one batch moves `a` after the others of `[a, b, c]`, and the next one `b`, both together
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
  /// Where the rows of the newer version come from.
  @usableFromInline let provenance: Provenance
  /// The rows that went, with their positions before.
  public let removed: ListRuns<Element>
  /// The rows that came, with their positions after.
  public let inserted: ListRuns<Element>
  /// The rows with the same identity and other content, by position after.
  public let updated: [ListRowUpdate<Element, Int>]
  /// The animation that the change asks for; of composed batches, the last hint counts.
  public var animation: ListAnimation?

  @inlinable
  init(
    _ provenance: Provenance, removed: ListRuns<Element>, inserted: ListRuns<Element>,
    updated: [ListRowUpdate<Element, Int>]
  ) {
    self.provenance = provenance
    self.removed = removed
    self.inserted = inserted
    self.updated = updated
  }

  /// With the rows that went and those that came in their order.
  @inlinable
  init(
    _ provenance: Provenance, removed: [Element], inserted: [Element],
    updated: [ListRowUpdate<Element, Int>]
  ) {
    self.init(
      provenance, removed: ListRuns(ranges: provenance.removed, elements: removed),
      inserted: ListRuns(ranges: provenance.inserted, elements: inserted), updated: updated)
  }

  /// Changes nothing in a list of so many rows.
  @inlinable
  init(unchanged count: Int) {
    self.init(Provenance(unchanged: count), removed: [], inserted: [], updated: [])
  }

  /// The rows that changed their place among those that stay, by position after.
  ///
  /// - Complexity: O(*p* log *p*) in the runs of neighbours that stay together; O(*p*) when nothing has
  ///   moved. They are found again at each call.
  public var moved: [ListMove<Int>] { provenance.moves }

  /// The number of rows of the older version.
  @inlinable public var countBefore: Int { provenance.countBefore }

  /// The number of rows of the newer version.
  @inlinable public var countAfter: Int { provenance.countAfter }

  /// Whether the two versions are equal.
  @inlinable public var isEmpty: Bool { updated.isEmpty && provenance.isIdentity }

  /// The number of removals, insertions, moves and updates.
  public var count: Int { writes + moved.count }

  /// The number of rows that went, came and changed.
  @inlinable var writes: Int { removed.count + inserted.count + updated.count }
}

extension ListChanges: Sendable where Element: Sendable {}
extension ListChanges: Equatable where Element: Equatable {}

/// A row that changes its place: from a position before to a position after.
///
/// Positions are numbers in a ``ListChanges`` and paths in a ``SectionChanges``.
public struct ListMove<Position: Hashable>: Hashable {
  /// Where the row was in the older version.
  public let from: Position
  /// Where the row is in the newer version.
  public let to: Position

  /// Makes a move.
  public init(from: Position, to: Position) {
    self.from = from
    self.to = to
  }
}

extension ListMove: Sendable where Position: Sendable {}

/// A row that keeps its identity and changes its content.
///
/// Positions are numbers in a ``ListChanges`` and paths in a ``SectionChanges``.
public struct ListRowUpdate<Element, Position> {
  /// Where the row was in the older version.
  public let from: Position
  /// Where the row is in the newer version.
  public let to: Position
  /// The row before.
  public let old: Element
  /// The row after.
  public let new: Element

  /// Makes an update.
  @inlinable
  public init(from: Position, to: Position, old: Element, new: Element) {
    self.from = from
    self.to = to
    self.old = old
    self.new = new
  }
}

extension ListRowUpdate: Sendable where Element: Sendable, Position: Sendable {}
extension ListRowUpdate: Equatable where Element: Equatable, Position: Equatable {}
