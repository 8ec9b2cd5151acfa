/// A list with sections that can be read and observed; the read-only interface of an ``ObservableSections``.
///
/// ```swift
/// let shown: LiveSections<Letter, Contact> = contacts
/// let token = shown.observeChanges { update in table.show(update) }
/// ```
/// Like a ``LiveList``, the list is a node of the graph: reads inside a ``Computed`` or an observer are
/// tracked. The list is isolated to the main actor.
@MainActor
public class LiveSections<Header: Identifiable, Element: Identifiable>: ObservableValue {
  let headerContents: ListContents<Header>
  /// The rows of all sections in one flat list; each version of this object is a version of that list.
  let contents: ListContents<Element>
  /// The range of each section in the flat list.
  var bounds: SectionBounds
  let versions: Property<ListVersion>
  let graph: Graph

  init(
    _ headerContents: ListContents<Header>, _ contents: ListContents<Element>,
    _ bounds: SectionBounds, versions: Property<ListVersion>, graph: Graph
  ) {
    self.headerContents = headerContents
    self.contents = contents
    self.bounds = bounds
    self.versions = versions
    self.graph = graph
  }

  /// The sections with their rows.
  ///
  /// - Complexity: O(*n*) in the rows.
  public var value: [ListSection<Header, Element>] {
    _ = versions.value
    return bounds.sections(headerContents.rows, contents.rows)
  }

  /// The sections with their rows, read without becoming a dependency.
  ///
  /// - Complexity: O(*n*) in the rows.
  public func peek() -> [ListSection<Header, Element>] { untracked { value } }

  /// The list's node in the graph.
  public var node: Node { versions.node }
}

extension LiveSections {
  /// The version of the list; it rises with each transaction that changes the list or, while the list has no
  /// readers, with each transaction that edits it.
  public var version: ListVersion { versions.value }

  /// The number of sections.
  public var count: Int { headers.count }

  /// Whether there are no sections.
  public var isEmpty: Bool { headers.isEmpty }

  /// The number of rows in all sections.
  public var rowCount: Int { versions.value.count }

  /// The headers of the sections.
  public var headers: [Header] {
    _ = versions.value
    return headerContents.rows
  }

  /// The number of rows of a section.
  ///
  /// - Precondition: The section exists.
  public func rowCount(in section: Int) -> Int { range(of: section).count }

  /// The rows of all sections, in order.
  ///
  /// - Complexity: O(1).
  public var rows: [Element] {
    _ = versions.value
    return contents.rows
  }

  /// The rows of a section.
  ///
  /// - Precondition: The section exists.
  /// - Complexity: O(1).
  public func rows(in section: Int) -> ArraySlice<Element> { rows[range(of: section)] }

  /// The row at a path.
  ///
  /// - Precondition: The row exists.
  public subscript(path: ListPath) -> Element {
    let range = range(of: path.section)
    precondition(
      path.row >= 0 && path.row < range.count,
      "row \(path.row) was asked of a section of \(range.count)")
    return contents.rows[range.lowerBound + path.row]
  }

  private func range(of section: Int) -> Range<Int> {
    _ = versions.value
    let count = headerContents.rows.count
    precondition(
      section >= 0 && section < count, "section \(section) was asked of a list of \(count)")
    return bounds.range(of: section)
  }

  /// Calls `body` with the current sections and then with the changes after each transaction, until the token
  /// is cancelled or released.
  ///
  /// Calls follow the rules of ``LiveList``.
  ///
  /// - Returns: The token. Keep it; releasing it ends the observation.
  /// - Complexity: O(*s*) in the sections for each update, plus the cost of the changed rows.
  public func observeChanges(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (SectionUpdate<Header, Element>) -> Void
  ) -> Subscription {
    let (rowCursor, headerCursor) = (contents.follow(), headerContents.follow())
    var before = bounds
    return graph.engine.subscribe(label: label, fileID: fileID, line: line) { [self] in
      _ = versions.value
      // Reading the version may have cancelled the observer.
      guard graph.engine.isObserving else { return }
      untracked {
        contents.advance(rowCursor) { rows in
          headerContents.advance(headerCursor) { headers in
            var changes: SectionChanges<Header, Element>?
            if let rows, let headers {
              changes = SectionChanges(
                rows.changes, sections: headers.changes, before: before, after: bounds)
            }
            before = bounds
            if changes?.isEmpty != true { body(SectionUpdate(changes: changes, of: self)) }
          }
        }
      }
    }
  }
}
