/// The headers and rows of a list with sections, and the steps that its readers have yet to see.
@MainActor
final class SectionContents<Header: Identifiable, Element: Identifiable> {
  let headerTraits: ListTraits<Header>
  let rowTraits: ListTraits<Element>
  private var storedHeaders: [Header]
  private var storedBounds: SectionBounds
  private var storedRows: [Element]
  /// The list whose edit has headers and rows; `nil` when they are here.
  private var borrower: NodeRef?
  private var cached: [ListSection<Header, Element>]?
  private var current: Snapshot<[ListSection<Header, Element>]>?
  private let log: VersionLog<SectionChanges<Header, Element>>

  init(
    _ sections: [ListSection<Header, Element>], headerTraits: ListTraits<Header>,
    rowTraits: ListTraits<Element>
  ) {
    self.headerTraits = headerTraits
    self.rowTraits = rowTraits
    storedHeaders = sections.map(\.header)
    storedBounds = SectionBounds(sections.map(\.rows.count))
    storedRows = sections.flatMap(\.rows)
    log = VersionLog {
      $0.then($1, headersAreEqual: headerTraits.areEqual, rowsAreEqual: rowTraits.areEqual)
    }
  }

  var headers: [Header] {
    expectNoEdit()
    return storedHeaders
  }

  var bounds: SectionBounds {
    expectNoEdit()
    return storedBounds
  }

  /// The rows of all sections, one after the other.
  var rows: [Element] {
    expectNoEdit()
    return storedRows
  }

  var version: ListVersion { ListVersion(number: log.version, count: rows.count) }

  var sections: [ListSection<Header, Element>] {
    expectNoEdit()
    if let cached { return cached }
    let sections = zip(headers, bounds.ranges).map { ListSection($0, rows: Array(rows[$1])) }
    cached = sections
    return sections
  }

  private func expectNoEdit() {
    guard let borrower else { return }
    preconditionFailure(
      "the list made at \(borrower.file):\(borrower.line) was read or written inside its own edit; use the closure's argument"
    )
  }
}

extension SectionContents {
  var isFollowed: Bool { log.isFollowed }

  func follow() -> VersionCursor { log.follow(beforeChange: nil) }

  /// Gives `body` what the reader has not seen, nil when it must begin anew.
  func advance(_ cursor: VersionCursor, _ body: (SectionChanges<Header, Element>?) -> Void) {
    defer { log.trim() }
    body(log.advance(cursor, none: unchanged))
  }

  private var unchanged: SectionChanges<Header, Element> {
    SectionChanges(
      RowChanges(unchanged: rows.count), sections: ListChanges(unchanged: headers.count),
      before: bounds, after: bounds)
  }

  /// The sections of the current version for somebody who may ask later.
  func snapshot() -> Snapshot<[ListSection<Header, Element>]> {
    if let current { return current }
    let snapshot = Snapshot<[ListSection<Header, Element>]>()
    current = snapshot
    return snapshot
  }

  /// Lends headers and rows for a change; whoever holds a snapshot of the sections keeps them.
  ///
  /// The borrower is the list that somebody edits, who must not read it until ``put(_:_:bounds:)``; a
  /// stage has none.
  func take(for borrower: NodeRef? = nil) -> (headers: [Header], rows: [Element]) {
    if current != nil {
      if !isKnownUniquelyReferenced(&current) { current?.rows = sections }
      current = nil
    }
    self.borrower = borrower
    defer { (storedHeaders, storedRows) = ([], []) }
    return (storedHeaders, storedRows)
  }

  func put(_ headers: [Header], _ rows: [Element], bounds: SectionBounds) {
    (storedHeaders, storedRows, storedBounds) = (headers, rows, bounds)
    (borrower, cached) = (nil, nil)
  }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  func didChange(_ changes: SectionChanges<Header, Element>?) {
    log.append(changes, rows: rows.count)
  }
}

extension SectionChanges: VersionStep {}
