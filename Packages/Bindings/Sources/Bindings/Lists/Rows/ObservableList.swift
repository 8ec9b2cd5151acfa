/// A list of rows that is edited in transactions and observed as batches of changes.
///
/// ```swift
/// let messages = ObservableList<Message>()
/// let token = messages.observeChanges { print($0.changes?.inserted.count ?? 0) }
/// messages.edit { $0.append(Message(id: 1)) }
/// ```
/// The `id` of a row is unique in the list and identifies the row; `==` compares the content of rows.
/// Rows that are objects without `==` compare by reference; they report changes of their content themselves.
/// A transaction that leaves the rows equal notifies no observer. The list is isolated to the main actor.
@MainActor
public final class ObservableList<Element: Identifiable>: LiveList<Element> {
  @usableFromInline let current: Property<ListVersion>

  /// Makes a list; rows whose identity occurs earlier are left out and reported.
  ///
  /// Label, graph and source location are those of a node, as in ``Property/init(_:label:graph:fileID:line:)``.
  @inlinable
  public convenience init(
    _ rows: [Element] = [], label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Element: Equatable {
    self.init(
      rows, traits: ListTraits(RowsByValue<Element>.self), label: label, graph: graph,
      fileID: fileID, line: line)
  }

  /// Makes a list of objects, which are compared by reference; otherwise the same as the other initializer.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    _ rows: [Element] = [], label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Element: AnyObject {
    self.init(
      rows, traits: ListTraits(RowsByReference<Element>.self), label: label, graph: graph,
      fileID: fileID, line: line)
  }

  @usableFromInline
  init(
    _ rows: [Element], traits: ListTraits<Element>, label: String?, graph: Graph,
    fileID: StaticString, line: UInt
  ) {
    var rows = rows
    let repeated = rows.removeRepeatedIdentities()
    let contents = ListContents(
      rows, traits: traits, graph.engine, fileID: fileID, line: line)
    current = Property(contents.version, label: label, graph: graph, fileID: fileID, line: line)
    super.init(contents, versions: current, graph: graph)
    if !repeated.isEmpty { report(duplicates: repeated) }
  }
}

extension ObservableList {
  /// Changes the rows in one transaction.
  ///
  /// ```swift
  /// messages.edit { $0.remove(id: 3); $0.insert(message, at: 0) }
  /// ```
  /// Observers get one batch for the transaction, and one batch for all transactions within a ``batch(_:)``, or the rows
  /// alone when these made very many changes, as two replacements of a few hundred rows are. The same holds for
  /// observers of other graphs to which `body` writes. Issues are reported after the transaction. Inside a
  /// computed, `body` does not run and the graph reports an issue.
  ///
  /// - Parameters:
  ///   - animation: The animation hint of the change.
  ///   - body: Edits the rows through its argument; it must not read or write the list itself.
  /// - Throws: The error of `body`; the edits before the error are kept, and observers see them.
  @inlinable
  public func edit<Failure: Error>(
    animation: ListAnimation? = nil, _ body: (inout ListEdit<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try change(animation, isEdited: true, body)
  }

  @inlinable @inline(__always)
  func change<Failure: Error>(
    _ animation: ListAnimation?, isEdited: Bool,
    _ body: (inout ListEdit<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let node = current.ref
    let engine = node.engine
    if engine.isGuarded, !(isEdited ? engine.mayEdit(node) : engine.mayWrite(node)) { return }
    engine.beginLending()
    defer { engine.endBatchOfLending() }
    let isWatched = contents.isFollowed || !node.subs.isNone
    var edit = contents.lend(isRecorded: isWatched)
    defer { finish(&edit, animation, isEdited) }
    try body(&edit)
  }

  @inlinable
  func finish(
    _ edit: inout ListEdit<Element>, _ animation: ListAnimation?, _ isEdited: Bool
  ) {
    if contents.takeBack(edit, animation) { current.write(contents.version, isEdited: isEdited) }
    Engine.endLending()
    if !edit.refused.isEmpty { report(duplicates: edit.refused) }
    contents.letGoOfPassed()
    current.ref.engine.letGo(ofRows: edit.takeGone())
  }

  /// Replaces all rows in one transaction; observers get only the difference.
  ///
  /// - Parameters:
  ///   - rows: The new rows; rows whose identity occurs earlier are left out and reported.
  ///   - animation: The animation hint of the change.
  public func replace(with rows: [Element], animation: ListAnimation? = nil) {
    change(animation, isEdited: false) { $0.replace(with: rows) }
  }

  @usableFromInline
  func report(duplicates: [Element.ID]) {
    current.ref.engine.reportDuplicates(duplicates, in: current.ref)
  }
}
