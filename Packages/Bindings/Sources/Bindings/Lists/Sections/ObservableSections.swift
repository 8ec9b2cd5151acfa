/// A list with sections that is edited in transactions and observed as batches of changes.
///
/// ```swift
/// let contacts = ObservableSections<Letter, Contact>()
/// contacts.edit { list in
///   list.append(Letter(id: "A"), rows: [ada])
///   list.append(alan, to: 0)
/// }
/// ```
/// The identities of all rows are unique across all sections, and the identities of headers are unique.
/// A transaction that leaves everything equal notifies no observer. The list is isolated to the main actor.
@MainActor
public final class ObservableSections<Header: Identifiable, Element: Identifiable>: LiveSections<
  Header, Element
>
{
  /// Makes a list; sections and rows whose identity occurs earlier are left out and reported.
  ///
  /// Label, graph and source location are those of a node, as in ``Property/init(_:label:graph:fileID:line:)``.
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

  @usableFromInline
  init(
    _ sections: [ListSection<Header, Element>], headerTraits: ListTraits<Header>,
    rowTraits: ListTraits<Element>, label: String?, graph: Graph, fileID: StaticString, line: UInt
  ) {
    // Does not use a transaction, which is not allowed inside a computed.
    var first = SectionEdit(
      ListEdit([], IdentityIndex(), headerTraits, isRecorded: false),
      ListEdit([], IdentityIndex(), rowTraits, isRecorded: false), SectionBounds())
    first.replace(with: sections)
    let headers = ListContents(
      first.headers, traits: headerTraits, graph.engine, fileID: fileID, line: line)
    let rows = ListContents(
      first.rowList.rows, traits: rowTraits, graph.engine, fileID: fileID, line: line)
    super.init(
      headers, rows, first.bounds,
      versions: Property(rows.version, label: label, graph: graph, fileID: fileID, line: line),
      graph: graph)
    if !first.refused.isEmpty {
      graph.engine.reportDuplicates(first.refused, in: versions.ref)
    }
  }
}

extension ObservableSections {
  /// Changes sections and rows in one transaction, as ``ObservableList/edit(animation:_:)`` changes rows.
  public func edit<Failure: Error>(
    animation: ListAnimation? = nil,
    _ body: (inout SectionEdit<Header, Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try change(animation, isEdited: true, body)
  }

  /// Replaces all sections in one transaction; observers get only the difference.
  ///
  /// - Parameters:
  ///   - sections: The new sections; sections and rows whose identity occurs earlier are left out and reported.
  ///   - animation: The animation hint of the change.
  public func replace(
    with sections: [ListSection<Header, Element>], animation: ListAnimation? = nil
  ) {
    change(animation, isEdited: false) { $0.replace(with: sections) }
  }

  private func change<Failure: Error>(
    _ animation: ListAnimation?, isEdited: Bool,
    _ body: (inout SectionEdit<Header, Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let node = versions.ref
    let engine = node.engine
    if engine.isGuarded, !(isEdited ? engine.mayEdit(node) : engine.mayWrite(node)) { return }
    engine.beginLending()
    defer { engine.endBatchOfLending() }
    let isWatched = contents.isFollowed || !node.subs.isNone
    var edit = SectionEdit(
      headerContents.lend(isRecorded: isWatched), contents.lend(isRecorded: isWatched),
      bounds)
    defer { finish(&edit, animation, isEdited) }
    try body(&edit)
  }

  private func finish(
    _ edit: inout SectionEdit<Header, Element>, _ animation: ListAnimation?, _ isEdited: Bool
  ) {
    let haveHeadersChanged = headerContents.takeBack(edit.headerList, animation)
    let oldBounds = bounds
    edit.findAllStarts()
    bounds = edit.bounds
    let isChanged = contents.takeBack(
      edit.rowList, animation, isOtherwiseChanged: haveHeadersChanged || bounds != oldBounds)
    if isChanged { versions.write(contents.version, isEdited: isEdited) }
    Engine.endLending()
    let engine = versions.ref.engine
    if !edit.refused.isEmpty { engine.reportDuplicates(edit.refused, in: versions.ref) }
    headerContents.letGoOfPassed()
    contents.letGoOfPassed()
    engine.letGo(ofRows: (edit.headerList.takeGone(), edit.rowList.takeGone()))
  }

  /// Returns the path of the row with the identity; the read is tracked.
  ///
  /// - Complexity: O(1) on average and O(log *s*) in the sections; O(*n*) for the first call and after many edits.
  public func path(of id: Element.ID) -> ListPath? {
    contents.identities.position(of: id, in: rows).map { bounds.path(of: $0) }
  }

  /// Returns the position of the section with the identity; the read is tracked.
  ///
  /// - Complexity: O(1) on average; O(*s*) in the sections for the first call and after many edits.
  public func section(of id: Header.ID) -> Int? {
    headerContents.identities.position(of: id, in: headers)
  }
}
