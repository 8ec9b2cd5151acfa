/// A list that can be read and watched: an ``ObservableList`` or one derived from another.
///
/// ```swift
/// let unread = messages.filter { !$0.isRead }.sorted { $0.date > $1.date }
/// let token = unread.observeChanges { update in table.show(update) }
/// ```
/// A derived list is a computed node: it costs nothing until somebody asks, then takes over what
/// changed in its source since it was last asked, and nobody ever sees it disagree with the source.
/// Reads inside a ``Computed`` or an observer are tracked. The main actor guards it.
@MainActor
public class LiveList<Element: Identifiable>: ObservableValue {
  @usableFromInline let contents: ListContents<Element>
  @usableFromInline let versions: any ObservableValue<ListVersion>
  @usableFromInline let graph: Graph
  /// Everything that ends with the list.
  @usableFromInline var attachment: Scope?

  @usableFromInline
  init(
    _ contents: ListContents<Element>, versions: any ObservableValue<ListVersion>, graph: Graph
  ) {
    self.contents = contents
    self.versions = versions
    self.graph = graph
  }

  /// The rows.
  ///
  /// - Complexity: O(*n*) in a filtered or sorted list when it has changed since the last read.
  public var value: [Element] {
    _ = versions.value
    return contents.rows
  }

  /// The rows, read without becoming a dependency.
  public func peek() -> [Element] {
    _ = versions.peek()
    return contents.rows
  }

  /// The list's node in the graph.
  public var node: Node { versions.node }
}

extension LiveList {
  /// The version of the rows: a list counts the transactions that changed something, and while nobody
  /// follows it, all that edited it.
  public var version: ListVersion { versions.value }

  /// The number of rows.
  public var count: Int {
    _ = versions.value
    return contents.count
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { count == 0 }

  /// The row at `position`.
  ///
  /// - Precondition: `position` is not negative and less than ``count``.
  public subscript(position: Int) -> Element {
    precondition(
      position >= 0 && position < count, "row \(position) was asked of a list of \(count)")
    return contents.row(at: position)
  }

  /// Calls `body` with the rows now and with the changes after each transaction, until the token is
  /// cancelled or released.
  ///
  /// There is one batch per call, however many transactions made it, or the rows alone when those were so many
  /// that the list has forgotten the steps; a transaction that leaves the rows equal makes no call. `body` may
  /// read and write other nodes; what it does to the list comes as the next update.
  ///
  /// - Returns: The token. Keep it: when it is released the observer ends.
  @inlinable
  public func observeChanges(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (ListUpdate<Element>) -> Void
  ) -> Subscription {
    let cursor = contents.follow()
    return graph.engine.subscribe(label: label, fileID: fileID, line: line) { [self] in
      _ = versions.value
      // The read may have cancelled it.
      guard graph.engine.isObserving else { return }
      graph.untracked {
        contents.advance(cursor) { step in
          let changes = step?.changes
          if changes?.isEmpty != true { body(ListUpdate(changes: changes, of: contents)) }
        }
      }
    }
  }
}
