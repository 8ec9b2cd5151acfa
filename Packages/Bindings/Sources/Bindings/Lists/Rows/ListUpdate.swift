/// An update of an observer of a list: a batch of changes with the rows it leads to, or the rows alone.
///
/// ```swift
/// let token = messages.observeChanges { update in
///   if let changes = update.changes { view.apply(changes, update.rows) } else { view.reload(update.rows) }
/// }
/// ```
/// Updates of one observer join: each begins with the version at which the one before ended. The first
/// one has no changes, nor has one after a batch of so many transactions that the list has forgotten the
/// steps.
public struct ListUpdate<Element: Identifiable> {
  /// The changes since the version of the last update; nil when everything has to be taken again from
  /// ``rows``.
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

  /// The animation that the change asks for; nil for a reload.
  public var animation: ListAnimation? { changes?.animation }

  /// The rows after the changes.
  ///
  /// A view takes them from here and not from the list, which an observer may have changed already.
  /// Keeping the array makes the next edit of the list copy it.
  @inlinable @MainActor public var rows: [Element] { snapshot.rows ?? contents.rows }
}
