/// The changes from one version of a list to another, as one value.
///
/// ```swift
/// let changes = ListChanges(from: before, to: after)
/// print(changes.inserted.map(\.position), before.applying(changes) == after)
/// ```
/// The positions in `removed` and the origins of moves refer to the version *before*; those in `inserted` and the
/// goals of moves refer to the version *after*. All changes apply at once; rows without a change keep their order.
/// `updated` holds changes of content and is independent of the positions: an updated row may also move. A batch
/// contains the rows that it removes, inserts and updates, so nobody has to keep the older version. A move contains
/// no row, because composing two batches may yield moves of rows that neither batch contains: moving first `a` and then
/// `b` behind the others of `[a, b, c]` amounts to a move of `c` to the front. Read a moved row at ``ListMove/to`` of
/// the newer version.
///
/// Every batch obeys these laws, which tests check:
/// 1. *Replay*: `a.applying(c) == b`.
/// 2. *Minimality*: no other batch between the two versions has fewer moves.
/// 3. *Composition*: the batch that an observer gets for several transactions is the batch between the
///    first and the last version.
///
/// Identities are unique within a version, equal rows have equal identities, and a row with another
/// identity is another row. For a list with repeated identities, the replay law still holds.
public struct ListChanges<Element: Identifiable> {
  /// Where the rows of the newer version come from.
  @usableFromInline let provenance: Provenance
  /// The removed rows, with their positions before.
  public let removed: ListRuns<Element>
  /// The inserted rows, with their positions after.
  public let inserted: ListRuns<Element>
  /// The rows whose identity is the same and whose content differs, by position after.
  public let updated: [ListRowUpdate<Element, Int>]
  /// The animation that the transaction requests; in composed batches, the last hint counts.
  public var animation: ListAnimation?

  /// Makes a batch from the origins and from the removed and inserted rows in the order of their positions.
  @inlinable
  init(
    _ provenance: Provenance, removed: [Element], inserted: [Element],
    updated: [ListRowUpdate<Element, Int>]
  ) {
    self.provenance = provenance
    self.removed = ListRuns(ranges: provenance.removed, elements: removed)
    self.inserted = ListRuns(ranges: provenance.inserted, elements: inserted)
    self.updated = updated
  }

  /// Makes an empty batch for a list of `count` rows.
  @inlinable
  init(unchanged count: Int) {
    self.init(Provenance(unchanged: count), removed: [], inserted: [], updated: [])
  }

  /// The moves: rows whose place among the remaining rows has changed, by position after.
  ///
  /// - Complexity: O(*p* log *p*) in the runs of neighbours that stay together; O(*p*) when no row has
  ///   moved. Each call computes the moves again.
  public var moved: [ListMove<Int>] { provenance.moves }

  /// The number of rows of the older version.
  @inlinable public var countBefore: Int { provenance.countBefore }

  /// The number of rows of the newer version.
  @inlinable public var countAfter: Int { provenance.countAfter }

  /// Whether the two versions are equal.
  @inlinable public var isEmpty: Bool { updated.isEmpty && provenance.isIdentity }

  /// The number of removals, insertions, moves and updates.
  public var count: Int { writes + moved.count }

  /// The number of removed, inserted and updated rows.
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
