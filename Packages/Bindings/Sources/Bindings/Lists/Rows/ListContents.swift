/// The rows of a list, or the way to make them, and the steps that its readers have yet to see.
@MainActor
@usableFromInline
final class ListContents<Element: Identifiable> {
  @usableFromInline let traits: ListTraits<Element>
  /// The rows, unless they are made when somebody asks.
  @usableFromInline var stored: [Element]?
  @usableFromInline var count: Int
  @usableFromInline let makeRows: @MainActor () -> [Element]
  @usableFromInline let makeRow: (@MainActor (Int) -> Element)?
  /// The rows of the current version, for those who may ask when the list has moved on.
  @usableFromInline var current: Snapshot<[Element]>?
  @usableFromInline let log: VersionLog<ListTransition<Element>>

  @inlinable
  init(
    _ rows: [Element]?, traits: ListTraits<Element>,
    makeRows: @escaping @MainActor () -> [Element],
    makeRow: (@MainActor (Int) -> Element)? = nil
  ) {
    stored = rows
    count = rows?.count ?? 0
    self.traits = traits
    self.makeRows = makeRows
    self.makeRow = makeRow
    log = VersionLog { $0.then($1, traits) }
  }

  @inlinable var rows: [Element] {
    if let stored { return stored }
    let rows = makeRows()
    stored = rows
    return rows
  }

  @inlinable
  func row(at position: Int) -> Element {
    if stored == nil, let makeRow { return makeRow(position) }
    return rows[position]
  }

  @inlinable var version: ListVersion { ListVersion(number: log.version, count: count) }
}

extension ListContents {
  @inlinable var isFollowed: Bool { log.isFollowed }

  /// A place in the versions for a new reader, who begins with everything.
  ///
  /// `beforeChange` runs before the rows change: a list that makes its rows from these can still make
  /// the old ones then.
  @inlinable
  func follow(beforeChange: (@MainActor () -> Void)? = nil) -> VersionCursor {
    log.follow(beforeChange: beforeChange)
  }

  /// Gives `body` what the reader has not seen, nil when it must begin anew.
  @inlinable
  func advance(_ cursor: VersionCursor, _ body: (ListTransition<Element>?) -> Void) {
    defer { log.trim() }
    body(log.advance(cursor, none: .changes(ListChanges(unchanged: count))))
  }

  /// The rows of the current version for somebody who may ask later.
  @inlinable
  func snapshot() -> Snapshot<[Element]> {
    if let current { return current }
    let snapshot = Snapshot<[Element]>()
    current = snapshot
    return snapshot
  }

  /// Lets go of the rows before they change; whoever holds a snapshot of them keeps them.
  ///
  /// Every stage calls this before its own state changes, be it after its source or after a condition
  /// of its own. The lists derived from this one come first, while their rows can still be made of
  /// these.
  @inlinable
  func willChange() {
    for cursor in log.cursors { cursor.beforeChange?() }
    guard current != nil else { return }
    if !isKnownUniquelyReferenced(&current) { current?.rows = rows }
    current = nil
  }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  @inlinable
  func didChange(_ step: ListTransition<Element>?) { log.append(step, rows: count) }
}
