/// An update for an observer of a list: a batch of changes with the resulting rows, or the rows alone.
///
/// ```swift
/// let token = messages.observeChanges { update in
///   if let changes = update.changes { view.apply(changes, update.rows) } else { view.reload(update.rows) }
/// }
/// ```
/// Updates of one observer are contiguous: each begins with the version at which the previous one ended. The first
/// update has no changes. Neither has an update after several transactions with so many changes that the list has
/// discarded the steps.
public struct ListUpdate<Element: Identifiable> {
  /// The changes since the version of the last update; nil for a reload, for which the observer takes all rows
  /// from ``rows``.
  public let changes: ListChanges<Element>?
  @usableFromInline let contents: ListContents<Element>
  @usableFromInline let snapshot: Snapshot<[Element]>

  @inlinable
  @MainActor
  init(changes: ListChanges<Element>?, of contents: ListContents<Element>) {
    self.changes = changes
    self.contents = contents
    snapshot = contents.snapshot()
  }

  /// The animation that the transaction requests; nil for a reload.
  public var animation: ListAnimation? { changes?.animation }

  /// The rows after the changes.
  ///
  /// A view reads the rows here and not from the list, which an observer may have changed in the meantime.
  /// Keeping the array makes the next edit of the list copy it.
  @inlinable @MainActor public var rows: [Element] { snapshot.rows ?? contents.rows }
}
