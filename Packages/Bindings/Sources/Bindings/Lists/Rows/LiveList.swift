/// A list that can be read and observed: an ``ObservableList`` or a list derived from another one.
///
/// ```swift
/// let unread = messages.filter { !$0.isRead }.sorted { $0.date > $1.date }
/// let token = unread.observeChanges { update in table.show(update) }
/// ```
/// A derived list is a computed node, evaluated lazily: it costs nothing until it is read, then applies the
/// changes of its source since the last read. No reader ever sees a derived list that disagrees with its source.
/// Reads inside a ``Computed`` or an observer are tracked. The list is isolated to the main actor.
@MainActor
public class LiveList<Element: Identifiable>: ObservableValue {
  @usableFromInline let contents: ListContents<Element>
  @usableFromInline let versions: any ObservableValue<ListVersion>
  @usableFromInline let graph: Graph
  /// The scope of everything that ends with the list.
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
  /// The version of the rows; it rises with each transaction that changes the rows or, while the list has no
  /// readers, with each transaction that edits them.
  public var version: ListVersion { versions.value }

  /// The number of rows.
  public var count: Int {
    _ = versions.value
    contents.holdRowsInCycle()
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

  /// Calls `body` with the current rows and then with the changes after each transaction, until the token is
  /// cancelled or released.
  ///
  /// Each call gets one batch, however many transactions it covers, or only the rows when several transactions made so
  /// many changes that the list has discarded the steps. A transaction that leaves the rows equal causes no call.
  /// `body` may read and write other nodes; its changes to this list arrive as the next update.
  ///
  /// - Returns: The token. Keep it; releasing it ends the observation.
  @inlinable
  public func observeChanges(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (ListUpdate<Element>) -> Void
  ) -> Subscription {
    let cursor = contents.follow()
    return graph.engine.subscribe(label: label, fileID: fileID, line: line) { [self] in
      _ = versions.value
      // Reading the version may have cancelled the observer.
      guard graph.engine.isObserving else { return }
      untracked {
        contents.advance(cursor) { step in
          let changes = step?.changes
          if changes?.isEmpty != true { body(ListUpdate(changes: changes, of: contents)) }
        }
      }
    }
  }
}
