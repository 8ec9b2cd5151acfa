/// The rows of a list, or the way to make them, and the steps that its readers have yet to see.
@MainActor
@usableFromInline
final class ListContents<Element: Identifiable> {
  @usableFromInline let engine: Engine
  @usableFromInline let traits: ListTraits<Element>
  /// The rows, unless they are made when somebody asks.
  @usableFromInline var stored: [Element]?
  @usableFromInline var count: Int
  @usableFromInline let makeRows: @MainActor (ListContents) -> [Element]
  @usableFromInline let makeRow: (@MainActor (Int) -> Element)?
  /// The rows of the current version, for those who may ask when the list has moved on.
  @usableFromInline var current: Snapshot<[Element]>?
  /// The number of the current version.
  @usableFromInline var number = 0
  /// The steps up to the current version that some reader has yet to see, oldest first.
  @usableFromInline var steps: [ListTransition<Element>] = []
  @usableFromInline var stepsSize = 0
  /// The version before each of the steps; kept by its readers, too.
  @usableFromInline var marks: [VersionMark] = []
  /// The mark of the current version, once somebody has asked for it.
  @usableFromInline var mark = VersionMark(0)
  /// Steps that nobody needs any more, to be let go of when the list is in order.
  @usableFromInline var passed: [ListTransition<Element>] = []
  @usableFromInline var cursors: [WeakCursor] = []
  /// The number of readers at which those that nobody else holds are forgotten.
  @usableFromInline var readerLimit = 8
  /// Where to find the rows by identity; a list that is edited keeps it up to date.
  @usableFromInline var identities = IdentityIndex<Element>()
  /// The place in the versions of the list that the rows are made of.
  @usableFromInline var origin: VersionCursor?
  /// The number of edits that the rows were lent to.
  @usableFromInline var edits = 0

  @inlinable
  init(
    _ rows: [Element]?, traits: ListTraits<Element>, _ engine: Engine,
    makeRows: @escaping @MainActor (ListContents) -> [Element],
    makeRow: (@MainActor (Int) -> Element)? = nil
  ) {
    stored = rows
    count = rows?.count ?? 0
    self.traits = traits
    self.makeRows = makeRows
    self.makeRow = makeRow
    self.engine = engine
  }

  @inlinable var rows: [Element] {
    if let stored { return stored }
    let rows = makeRows(self)
    stored = rows
    return rows
  }

  @inlinable
  func row(at position: Int) -> Element {
    if stored == nil, let makeRow, origin?.former == nil { return makeRow(position) }
    return rows[position]
  }

  @inlinable var version: ListVersion { ListVersion(number: number, count: count) }
}

extension ListContents {
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
    var isAnyGone = false
    for place in cursors {
      if let cursor = place.cursor { cursor.beforeChange?() } else { isAnyGone = true }
    }
    if isAnyGone { prune() }
    guard current != nil else { return }
    if !isKnownUniquelyReferenced(&current) { current?.rows = rows }
    current = nil
  }
}

extension ListContents {
  /// The rows of a list that is edited; to use them while an edit has them is a mistake.
  @usableFromInline
  convenience init(
    _ rows: [Element], traits: ListTraits<Element>, _ engine: Engine, fileID: StaticString,
    line: UInt
  ) {
    self.init(rows, traits: traits, engine) { _ in
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

  /// Takes the rows back from an edit and records the step to them; steps that this puts aside are for the caller
  /// to let go of.
  ///
  /// An edit that was kept from elsewhere knows the steps to its rows from others; so readers start again.
  ///
  /// - Parameters:
  ///   - edit: The edit, which is over.
  ///   - animation: How the change would like to be shown.
  ///   - isOtherwiseChanged: Whether something else than the rows makes this a new version.
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

/// The rows of one version, kept only if somebody still wants them when the list moves on.
@usableFromInline
final class Snapshot<Rows> {
  @usableFromInline var rows: Rows?

  @inlinable
  init() {}
}
