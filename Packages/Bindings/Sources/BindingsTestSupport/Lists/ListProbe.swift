public import Bindings

/// A strict virtual view of a list: it applies batches and rejects those for which a table
/// view would throw.
///
/// ```swift
/// var screen = ListProbe<Message>()
/// let token = messages.observeChanges { try? screen.show($0) }
/// print(screen.rows.count, screen.changes?.moved ?? [])
/// ```
/// Tests use it to verify a list or an adapter. As on a real screen, a row keeps its old content until a batch
/// updates it.
public struct ListProbe<Element: Identifiable> {
  /// The rows on the screen.
  public private(set) var rows: [Element] = []
  /// The batch that led to the current rows; nil after a reload.
  public private(set) var changes: ListChanges<Element>?
  /// The number of shown updates.
  public private(set) var updateCount = 0
  private let areEqual: (Element, Element) -> Bool

  /// Makes an empty screen.
  public init() where Element: Equatable { areEqual = { $0 == $1 } }

  /// Makes an empty screen for objects.
  @_disfavoredOverload
  public init() where Element: AnyObject { areEqual = { $0 === $1 } }

  /// Shows an update and makes sure that it leads to the rows that it claims.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays unchanged.
  @MainActor
  public mutating func show(_ update: ListUpdate<Element>) throws(ListProbeError) {
    guard let changes = update.changes else { return reload(update.rows) }
    try show(changes, leadingTo: update.rows)
  }

  /// Replaces all rows without a batch.
  public mutating func reload(_ rows: [Element]) {
    self.rows = rows
    changes = nil
    updateCount += 1
  }

  /// Shows a batch and makes sure that it leads to `goal`.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays unchanged.
  public mutating func show(
    _ changes: ListChanges<Element>, leadingTo goal: [Element]? = nil
  ) throws(ListProbeError) {
    _ = try follow(changes, leadingTo: goal)
  }

  /// Applies a batch to the screen.
  ///
  /// - Returns: The previous position of each row; nil for a new row.
  mutating func follow(
    _ changes: ListChanges<Element>, leadingTo goal: [Element]?
  ) throws(ListProbeError) -> [Int?] {
    func path(_ row: Int) -> ListPath { ListPath(section: 0, row: row) }
    let screen = try ProbedRows(shown: [rows], areEqual: areEqual).after(
      ProbedRows.Batch(
        removed: changes.removed.map { (path($0), $1) },
        inserted: changes.inserted.map { (path($0), $1) },
        moved: changes.moved.map { ListMove(from: path($0.from), to: path($0.to)) },
        updated: changes.updated.map {
          ListRowUpdate(from: path($0.from), to: path($0.to), old: $0.old, new: $0.new)
        }), origins: [0], leadingTo: goal.map { [$0] })
    rows = screen[0].map(\.element)
    self.changes = changes
    updateCount += 1
    return screen[0].map(\.origin?.row)
  }
}
