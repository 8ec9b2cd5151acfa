/// The rows of a list, or the function that makes them, and the steps that its readers have not seen yet.
@MainActor
@usableFromInline
final class ListContents<Element: Identifiable> {
  @usableFromInline let engine: Engine
  @usableFromInline let traits: ListTraits<Element>
  /// The rows; nil while they have to be made at the next read.
  @usableFromInline var stored: [Element]?
  @usableFromInline var count: Int
  @usableFromInline let makeRows: @MainActor () -> [Element]
  @usableFromInline let makeRow: (@MainActor (Int) -> Element)?
  /// Keeps the rows if they cannot be made in the usual way, for derived lists.
  @usableFromInline let holdRows: (@MainActor (ListContents) -> Void)?
  /// The snapshot of the current version, for readers that may ask for the rows after the list has changed.
  @usableFromInline var current: Snapshot<[Element]>?
  /// The number of the current version.
  @usableFromInline var number = 0
  /// The steps up to the current version that some reader has not seen yet, oldest first.
  @usableFromInline var steps: [ListTransition<Element>] = []
  @usableFromInline var stepsSize = 0
  /// The mark of the version before each step; readers retain these marks, too.
  @usableFromInline var marks: [VersionMark] = []
  /// The mark of the current version, made at the first request.
  @usableFromInline var mark = VersionMark(0)
  /// Unneeded steps, which are released when the list is consistent.
  @usableFromInline var passed: [ListTransition<Element>] = []
  @usableFromInline var cursors: [WeakCursor] = []
  /// The number of readers at which the list removes the cursors of released readers.
  @usableFromInline var readerLimit = 8
  /// The index of rows by identity; an editable list keeps it up to date.
  @usableFromInline var identities = IdentityIndex<Element>()
  /// The cursor in the versions of the source list, for derived lists.
  @usableFromInline var origin: VersionCursor?
  /// The number of edits so far.
  @usableFromInline var edits = 0

  @inlinable
  init(
    _ rows: [Element]?, traits: ListTraits<Element>, _ engine: Engine,
    makeRows: @escaping @MainActor () -> [Element],
    makeRow: (@MainActor (Int) -> Element)? = nil,
    holdRows: (@MainActor (ListContents) -> Void)? = nil
  ) {
    stored = rows
    count = rows?.count ?? 0
    self.traits = traits
    self.makeRows = makeRows
    self.makeRow = makeRow
    self.holdRows = holdRows
    self.engine = engine
  }

  @inlinable var rows: [Element] {
    holdRowsInCycle()
    return heldRows
  }

  @inlinable
  func row(at position: Int) -> Element {
    holdRowsInCycle()
    return heldRow(at: position)
  }

  /// The rows, after `holdRowsInCycle` of this list or of a list that is derived from it.
  @inlinable var heldRows: [Element] {
    if let stored { return stored }
    let rows = makeRows()
    stored = rows
    return rows
  }

  /// Returns a row, after `holdRowsInCycle` of this list or of a list that is derived from it.
  @inlinable
  func heldRow(at position: Int) -> Element {
    if stored == nil, let makeRow { return makeRow(position) }
    return heldRows[position]
  }

  /// Keeps the rows of a list that the latest cycle may have left behind its source.
  ///
  /// Only in a cycle can a list be read whose stage has not followed the source.
  @inlinable
  func holdRowsInCycle() {
    // The rows of an editable list are always stored, and a kept update may read them after the end of the graph.
    if stored == nil, engine.hasMetCycle { holdRows?(self) }
  }

  @inlinable var version: ListVersion { ListVersion(number: number, count: count) }
}

extension ListContents {
  /// Returns a snapshot of the current version, whose rows may be read later.
  @inlinable
  func snapshot() -> Snapshot<[Element]> {
    if let current { return current }
    let snapshot = Snapshot<[Element]>()
    current = snapshot
    var source = origin
    while let cursor = source, !cursor.hasSnapshot {
      cursor.hasSnapshot = true
      source = cursor.origin
    }
    return snapshot
  }

  /// Prepares for a change of the rows: moves them into the snapshot, if someone holds it, and drops the snapshot.
  ///
  /// Every stage calls this before its own state changes, whether the source or a condition of the stage
  /// is the cause. The lists derived from this one prepare first, while their rows can still be made from
  /// these rows.
  @inlinable
  func willChange() {
    var isAnyGone = false
    for place in cursors {
      guard let cursor = place.cursor else {
        isAnyGone = true
        continue
      }
      if exchange(&cursor.hasSnapshot, with: false) { cursor.beforeChange?() }
    }
    if isAnyGone { prune() }
    guard current != nil else { return }
    if !isKnownUniquelyReferenced(&current) { current?.rows = rows }
    current = nil
  }
}

extension ListContents {
  /// Makes the rows of an editable list; reading them during an edit is a programmer's error.
  @usableFromInline
  convenience init(
    _ rows: [Element], traits: ListTraits<Element>, _ engine: Engine, fileID: StaticString,
    line: UInt
  ) {
    self.init(rows, traits: traits, engine) {
      fatalError(
        "the list made at \(fileID):\(line) was read or written inside its own edit; use the closure's argument"
      )
    }
  }

  /// Lends the rows to an edit.
  @inlinable
  func lend(isRecorded: Bool) -> ListEdit<Element> {
    let rows = self.rows
    willChange()
    stored = nil
    edits += 1
    defer { identities = IdentityIndex() }
    return ListEdit(
      consume rows, identities, traits, isRecorded: isRecorded, origin: (self, edits))
  }

  /// Takes the rows back from an edit and records the step to them; the caller releases the steps that were
  /// put aside.
  ///
  /// An edit that was kept from another transaction has a record that starts at other rows; so readers restart.
  ///
  /// - Parameters:
  ///   - edit: The edit, which is over.
  ///   - animation: The animation hint of the change.
  ///   - isOtherwiseChanged: Whether a change outside the rows makes this a new version.
  /// - Returns: Whether there is a new version.
  @inlinable
  func takeBack(
    _ edit: ListEdit<Element>, _ animation: ListAnimation?, isOtherwiseChanged: Bool = false
  ) -> Bool {
    let isOwn = edit.origin.list === self && edit.origin.number == edits
    let step = isOwn ? edit.step(animation) : nil
    stored = edit.rows
    count = edit.rows.count
    identities = edit.identities
    guard !isOwn || isOtherwiseChanged || step.map({ !$0.isEmpty }) ?? edit.isTouched
    else { return false }
    didChange(step)
    return true
  }
}

/// The rows of a version, stored only if the snapshot still has a holder when the list changes.
@usableFromInline
final class Snapshot<Rows> {
  @usableFromInline var rows: Rows?

  @inlinable
  init() {}
}
