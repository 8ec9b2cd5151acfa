/// A list with sections that is edited in transactions and observed as batches of changes.
///
/// ```swift
/// let contacts = ObservableSections<Letter, Contact>()
/// contacts.edit { list in
///   list.append(Letter(id: "A"), rows: [ada])
///   list.append(alan, to: 0)
/// }
/// ```
/// The identities of all rows are unique, whatever their section, and so are those of the headers.
/// A transaction that leaves everything equal notifies nobody. The main actor guards it.
@MainActor
public final class ObservableSections<Header: Identifiable, Element: Identifiable>: LiveSections<
  Header, Element
>
{
  private let current: Property<ListVersion>
  private var headerIdentities = IdentityIndex<Header>()
  private var identities = IdentityIndex<Element>()

  /// Makes a list; sections and rows whose identity came before are left out and reported.
  ///
  /// - Parameters:
  ///   - sections: The first sections.
  ///   - label: What to call the list in issues and traces.
  ///   - graph: Where the list belongs.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  @inlinable
  public convenience init(
    _ sections: [ListSection<Header, Element>] = [], label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Header: Equatable, Element: Equatable {
    self.init(
      sections, headerTraits: ListTraits(RowsByValue<Header>.self),
      rowTraits: ListTraits(RowsByValue<Element>.self), label: label, graph: graph, fileID: fileID,
      line: line)
  }

  /// Makes a list of objects, which are compared by reference; all else is the same.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    _ sections: [ListSection<Header, Element>] = [], label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Header: AnyObject, Element: AnyObject {
    self.init(
      sections, headerTraits: ListTraits(RowsByReference<Header>.self),
      rowTraits: ListTraits(RowsByReference<Element>.self), label: label, graph: graph,
      fileID: fileID, line: line)
  }

  @usableFromInline
  init(
    _ sections: [ListSection<Header, Element>], headerTraits: ListTraits<Header>,
    rowTraits: ListTraits<Element>, label: String?, graph: Graph, fileID: StaticString, line: UInt
  ) {
    let contents = SectionContents(
      [], headerTraits: headerTraits, rowTraits: rowTraits)
    // No transaction, which could not be made inside a computed.
    var first = SectionEdit(
      ListEdit([], IdentityIndex(), headerTraits, isRecorded: false),
      ListEdit([], IdentityIndex(), rowTraits, isRecorded: false), contents.bounds)
    first.replace(with: sections)
    contents.put(first.headers, first.rowList.rows, bounds: first.bounds)
    current = Property(contents.version, label: label, graph: graph, fileID: fileID, line: line)
    super.init(contents, versions: current, graph: graph)
    if !first.refused.isEmpty {
      graph.engine.reportDuplicates(first.refused, in: current.ref)
    }
  }
}

extension ObservableSections {
  /// Changes sections and rows in one transaction.
  ///
  /// Observers get one batch for it, and one for all transactions within a ``batch(_:)``. Inside a
  /// computed `body` does not run, and that is reported.
  ///
  /// - Parameters:
  ///   - animation: How the change would like to be shown.
  ///   - body: Edits through its argument; it does not read or write the list itself.
  /// - Throws: What `body` throws; what it had changed by then stays, and observers see it.
  public func edit<Failure: Error>(
    animation: ListAnimation? = nil,
    _ body: (inout SectionEdit<Header, Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let node = current.ref
    let engine = node.engine
    if engine.isGuarded, !engine.mayWrite(node) { return }
    engine.beginBatch()
    defer { engine.endBatch() }
    let before = contents.bounds
    let (headers, rows) = contents.take(for: node)
    let isWatched = contents.isFollowed || !node.subs.isNone
    var edit = SectionEdit(
      ListEdit(
        consume headers, headerIdentities, contents.headerTraits, isRecorded: isWatched),
      ListEdit(consume rows, identities, contents.rowTraits, isRecorded: isWatched), before)
    (headerIdentities, identities) = (IdentityIndex(), IdentityIndex())
    defer { finish(edit, before, animation) }
    try body(&edit)
  }

  private func finish(
    _ edit: SectionEdit<Header, Element>, _ before: SectionBounds, _ animation: ListAnimation?
  ) {
    headerIdentities = edit.headerList.identities
    identities = edit.rowList.identities
    let changes = edit.changes(from: before, animation)
    contents.put(edit.headers, edit.rowList.rows, bounds: edit.bounds)
    if !edit.refused.isEmpty {
      current.ref.engine.reportDuplicates(edit.refused, in: current.ref)
    }
    let isTouched =
      edit.headerList.isTouched || edit.rowList.isTouched || edit.bounds != before
    guard changes.map({ !$0.isEmpty }) ?? isTouched else { return }
    contents.didChange(changes)
    current.value = contents.version
  }

  /// The path of the row with the identity; tracked.
  ///
  /// - Complexity: O(1) on average and O(log *s*) in the sections; O(*n*) at first and after many edits.
  public func path(of id: Element.ID) -> ListPath? {
    identities.position(of: id, in: rows).map { contents.bounds.path(of: $0) }
  }

  /// The position of the section with the identity; tracked.
  ///
  /// - Complexity: O(1) on average; O(*s*) in the sections at first and after many edits.
  public func section(of id: Header.ID) -> Int? {
    headerIdentities.position(of: id, in: headers)
  }

  /// Goes to other sections in one transaction: what they have in common stays what it was.
  public func replace(
    with sections: [ListSection<Header, Element>], animation: ListAnimation? = nil
  ) {
    edit(animation: animation) { $0.replace(with: sections) }
  }
}
