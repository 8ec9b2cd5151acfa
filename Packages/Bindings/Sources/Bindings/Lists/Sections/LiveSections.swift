/// A list with sections that can be read and watched: an ``ObservableSections`` or one derived from
/// another list.
///
/// ```swift
/// let days = messages.sections { $0.day }
/// let token = days.observeChanges { update in table.show(update) }
/// ```
/// Like a ``LiveList`` it is a node of the graph: reads inside a ``Computed`` or an observer are
/// tracked, and nobody sees it disagree with its source. The main actor guards it.
@MainActor
public class LiveSections<Header: Identifiable, Element: Identifiable>: ObservableValue {
  let contents: SectionContents<Header, Element>
  let versions: any ObservableValue<ListVersion>
  @usableFromInline let graph: Graph
  /// What must live as long as the list.
  var attachment: Subscription?

  init(
    _ contents: SectionContents<Header, Element>, versions: any ObservableValue<ListVersion>,
    graph: Graph
  ) {
    self.contents = contents
    self.versions = versions
    self.graph = graph
  }

  /// The sections with their rows.
  ///
  /// - Complexity: O(*n*) in the rows when they have changed since the last read.
  public var value: [ListSection<Header, Element>] {
    _ = versions.value
    return contents.sections
  }

  /// The sections with their rows, read without becoming a dependency.
  public func peek() -> [ListSection<Header, Element>] {
    _ = versions.peek()
    return contents.sections
  }

  /// What the graph knows of the list.
  public var node: Node { versions.node }
}

extension LiveSections {
  /// The version of the list: it counts the transactions that changed something.
  public var version: ListVersion { versions.value }

  /// How many sections there are.
  public var count: Int { headers.count }

  /// Whether there are no sections.
  public var isEmpty: Bool { headers.isEmpty }

  /// How many rows there are in all sections.
  public var rowCount: Int { versions.value.count }

  /// The headers of the sections.
  public var headers: [Header] {
    _ = versions.value
    return contents.headers
  }

  /// How many rows a section has.
  ///
  /// - Precondition: There is such a section.
  public func rowCount(in section: Int) -> Int {
    _ = versions.value
    return contents.bounds.range(of: section).count
  }

  /// The row at a path.
  ///
  /// - Precondition: There is such a row.
  public subscript(path: ListPath) -> Element {
    _ = versions.value
    let range = contents.bounds.range(of: path.section)
    precondition(
      path.row >= 0 && path.row < range.count,
      "row \(path.row) was asked of a section of \(range.count)")
    return contents.rows[range.lowerBound + path.row]
  }

  /// What leads from an older version to the current one, as one batch.
  ///
  /// - Returns: nil when the list does not remember the steps. It remembers those that one of its
  ///   observers or derived lists has yet to see.
  public func changes(since version: ListVersion) -> SectionChanges<Header, Element>? {
    _ = versions.value
    return contents.changes(since: version.number)
  }

  /// Calls `body` with the sections now and with the changes after each transaction, until the token
  /// is cancelled or released.
  ///
  /// Between two calls lies one batch, however many transactions made it; a transaction that leaves
  /// everything equal makes no call.
  ///
  /// - Returns: The token, which can pause. Keep it: when it is released the observer ends.
  public func observeChanges(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (SectionUpdate<Header, Element>) -> Void
  ) -> ListSubscription {
    let cursor = contents.follow()
    return ListSubscription(graph, label: label, fileID: fileID, line: line) { [self] in
      _ = versions.value
      let changes = contents.advance(cursor)
      if let changes, changes.isEmpty { return }
      let update = SectionUpdate(changes: changes, of: contents)
      graph.untracked { body(update) }
    }
  }
}

/// What an observer of a list with sections gets: a batch of changes with the sections it leads to, or
/// the sections alone.
///
/// Updates of one observer join, as those of ``ListUpdate`` do.
public struct SectionUpdate<Header: Identifiable, Element: Identifiable> {
  /// What leads from the version of the last update to this one; nil when everything is to be taken
  /// anew from ``sections``.
  public let changes: SectionChanges<Header, Element>?
  private let contents: SectionContents<Header, Element>
  private let snapshot: Snapshot<[ListSection<Header, Element>]>

  @MainActor
  init(
    changes: SectionChanges<Header, Element>?, of contents: SectionContents<Header, Element>
  ) {
    self.changes = changes
    self.contents = contents
    snapshot = contents.snapshot()
  }

  /// How the change would like to be shown; nil for a reload.
  public var animation: ListAnimation? { changes?.animation }

  /// The sections after the changes.
  ///
  /// A view takes them from here and not from the list, which an observer may have changed already.
  @MainActor public var sections: [ListSection<Header, Element>] {
    snapshot.rows ?? contents.sections
  }
}
