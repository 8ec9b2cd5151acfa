/// What a list holds: its rows, or how to come by them, and the steps that its readers have yet to
/// see.
@MainActor
@usableFromInline
final class ListContents<Element: Identifiable> {
  @usableFromInline let traits: ListTraits<Element>
  /// The rows, unless they are made when somebody asks.
  @usableFromInline var stored: [Element]?
  @usableFromInline var count: Int
  @usableFromInline let makeRows: @MainActor () -> [Element]
  @usableFromInline let makeRow: (@MainActor (Int) -> Element)?
  /// Calls back before the rows change at their origin; nil when this is the origin.
  @usableFromInline let source: ((@escaping @MainActor () -> Void) -> Void)?
  @usableFromInline var callbacks: [@MainActor () -> Void] = []
  @usableFromInline var current: Snapshot<[Element]>?
  @usableFromInline var log: VersionLog<ListTransition<Element>>

  @inlinable
  init(
    _ rows: [Element]?, traits: ListTraits<Element>,
    makeRows: @escaping @MainActor () -> [Element],
    makeRow: (@MainActor (Int) -> Element)? = nil,
    beforeChange: ((@escaping @MainActor () -> Void) -> Void)? = nil
  ) {
    source = beforeChange
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

  @inlinable
  func follow() -> VersionCursor { log.follow() }

  @inlinable
  func advance(_ cursor: VersionCursor) -> ListTransition<Element>? {
    log.advance(cursor, none: .changes(ListChanges(unchanged: count)))
  }

  @inlinable
  func changes(since version: Int) -> ListChanges<Element>? {
    log.changes(since: version, none: .changes(ListChanges(unchanged: count)))?.changes
  }

  /// The rows of the current version for somebody who may ask later.
  @inlinable
  func snapshot() -> Snapshot<[Element]> {
    if let current { return current }
    let snapshot = Snapshot<[Element]>()
    current = snapshot
    if let source { source { [weak self] in self?.willChange() } }
    return snapshot
  }

  /// Lets go of the rows before they change; whoever holds a snapshot of them keeps them.
  @inlinable
  func willChange() {
    if !callbacks.isEmpty {
      let waiting = callbacks
      callbacks = []
      for callback in waiting { callback() }
    }
    guard current != nil else { return }
    if !isKnownUniquelyReferenced(&current) { current?.rows = rows }
    current = nil
  }

  /// Calls back once, before the rows change at the list where they come from.
  ///
  /// A list that makes its rows from those of another can still make the old ones then.
  @inlinable
  func beforeChange(_ callback: @escaping @MainActor () -> Void) {
    if let source { source(callback) } else { callbacks.append(callback) }
  }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  @inlinable
  func didChange(_ step: ListTransition<Element>?) { log.append(step, rows: count) }
}
