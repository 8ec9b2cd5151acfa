public import Bindings

/// A strict virtual view of a list with sections; like ``ListProbe``, but for sections and rows.
///
/// ```swift
/// var screen = SectionProbe<Letter, Contact>()
/// let token = contacts.observeChanges { try? screen.show($0) }
/// ```
public struct SectionProbe<Header: Identifiable, Element: Identifiable> {
  /// The sections on the screen.
  public private(set) var sections: [ListSection<Header, Element>] = []
  /// The batch that led to the current sections; nil after a reload.
  public private(set) var changes: SectionChanges<Header, Element>?
  /// The number of shown updates.
  public private(set) var updateCount = 0
  private(set) var headers: ListProbe<Header>
  private let areEqual: (Element, Element) -> Bool

  /// Makes an empty screen.
  public init() where Header: Equatable, Element: Equatable {
    headers = ListProbe()
    areEqual = { $0 == $1 }
  }

  /// Shows an update and makes sure that it leads to the sections that it claims.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays unchanged.
  @MainActor
  public mutating func show(_ update: SectionUpdate<Header, Element>) throws(ListProbeError) {
    guard let changes = update.changes else { return reload(update.sections) }
    try show(changes, leadingTo: update.sections)
  }

  /// Replaces all sections without a batch.
  public mutating func reload(_ sections: [ListSection<Header, Element>]) {
    self.sections = sections
    headers.reload(sections.map(\.header))
    changes = nil
    updateCount += 1
  }

  /// Shows a batch and makes sure that it leads to `goal`.
  ///
  /// A new section gets its rows from `goal`, as a view reads them from its list.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays unchanged.
  public mutating func show(
    _ changes: SectionChanges<Header, Element>, leadingTo goal: [ListSection<Header, Element>]
  ) throws(ListProbeError) {
    var headers = headers
    let origins = try headers.follow(changes.sections, leadingTo: goal.map(\.header))
    let rows = try ProbedRows(shown: sections.map(\.rows), areEqual: areEqual).after(
      ProbedRows.Batch(
        removed: changes.removed.map { ($0.path, $0.element) },
        inserted: changes.inserted.map { ($0.path, $0.element) }, moved: changes.moved,
        updated: changes.updated), origins: origins, leadingTo: goal.map(\.rows))
    self.headers = headers
    sections = zip(headers.rows, rows).map { ListSection($0, rows: $1.map(\.element)) }
    self.changes = changes
    updateCount += 1
  }
}
