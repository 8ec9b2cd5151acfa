/// The headers and rows of a list with sections, and the steps that its readers have yet to see.
@MainActor
final class SectionContents<Header: Identifiable, Element: Identifiable> {
  let headerTraits: ListTraits<Header>
  let rowTraits: ListTraits<Element>
  private(set) var headers: [Header]
  private(set) var bounds: SectionBounds
  /// The rows of all sections, one after the other.
  private(set) var rows: [Element]
  private var cached: [ListSection<Header, Element>]?
  private var current: Snapshot<[ListSection<Header, Element>]>?
  private var log: VersionLog<SectionChanges<Header, Element>>

  init(
    _ sections: [ListSection<Header, Element>], headerTraits: ListTraits<Header>,
    rowTraits: ListTraits<Element>
  ) {
    self.headerTraits = headerTraits
    self.rowTraits = rowTraits
    headers = sections.map(\.header)
    bounds = SectionBounds(sections.map(\.rows.count))
    rows = sections.flatMap(\.rows)
    log = VersionLog {
      $0.then($1, headersAreEqual: headerTraits.areEqual, rowsAreEqual: rowTraits.areEqual)
    }
  }

  var version: ListVersion { ListVersion(number: log.version, count: rows.count) }

  var sections: [ListSection<Header, Element>] {
    if let cached { return cached }
    let sections = zip(headers, bounds.ranges).map { ListSection($0, rows: Array(rows[$1])) }
    cached = sections
    return sections
  }
}

extension SectionContents {
  var isFollowed: Bool { log.isFollowed }

  func follow() -> VersionCursor { log.follow(beforeChange: nil) }

  func advance(_ cursor: VersionCursor) -> SectionChanges<Header, Element>? {
    log.advance(cursor, none: unchanged)
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
  func take() -> (headers: [Header], rows: [Element]) {
    if current != nil {
      if !isKnownUniquelyReferenced(&current) { current?.rows = sections }
      current = nil
    }
    cached = nil
    defer { (headers, rows) = ([], []) }
    return (headers, rows)
  }

  func put(_ headers: [Header], _ rows: [Element], bounds: SectionBounds) {
    self.headers = headers
    self.rows = rows
    self.bounds = bounds
    // Whoever has read in between has seen none.
    cached = nil
  }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  func didChange(_ changes: SectionChanges<Header, Element>?) {
    log.append(changes, rows: rows.count)
  }
}

extension SectionChanges: VersionStep {}
