/// An update for an observer of a list with sections: a batch of changes with the resulting sections,
/// or the sections alone.
///
/// Updates of one observer are contiguous, as those of ``ListUpdate`` are.
public struct SectionUpdate<Header: Identifiable, Element: Identifiable> {
  /// The changes since the version of the last update; nil for a reload, for which the observer takes everything
  /// from ``sections``.
  public let changes: SectionChanges<Header, Element>?
  private let bounds: SectionBounds
  private let headers: ListUpdate<Header>
  private let rows: ListUpdate<Element>

  @MainActor
  init(changes: SectionChanges<Header, Element>?, of list: LiveSections<Header, Element>) {
    self.changes = changes
    bounds = list.bounds
    headers = ListUpdate(changes: nil, of: list.headerContents)
    rows = ListUpdate(changes: nil, of: list.contents)
  }

  /// The sections after the changes.
  ///
  /// A view reads the sections here and not from the list, which an observer may have changed in the meantime.
  ///
  /// - Complexity: O(*n*) in the rows.
  @MainActor public var sections: [ListSection<Header, Element>] {
    bounds.sections(headers.rows, rows.rows)
  }
}
