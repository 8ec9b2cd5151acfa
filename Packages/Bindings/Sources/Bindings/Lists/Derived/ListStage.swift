/// The way from the rows of a source to those of a derived list.
@MainActor
@usableFromInline
protocol ListStage<Source, Element>: AnyObject {
  associatedtype Source: Identifiable
  associatedtype Element: Identifiable

  /// The number of rows.
  var count: Int { get }

  /// Where the rows are.
  var storage: StageStorage { get }

  /// Begins anew with the source's rows.
  func begin(_ source: ListContents<Source>)

  /// Takes over what happened to the source, and says what happened to the rows.
  ///
  /// `batch` may be empty, for the stage may depend on more than its source.
  func take(_ batch: ListChanges<Source>, _ source: ListContents<Source>) -> RowChanges<Element>

  /// The rows that the stage makes of the source's rows, or those that it keeps.
  func rows(of source: () -> [Source]) -> [Element]

  /// One row of those.
  func row(at position: Int, _ source: ListContents<Source>) -> Element
}

/// Where the rows of a derived list are.
@usableFromInline
enum StageStorage {
  /// The source has the rows; the stage knows which and in which order, and makes that anew when most
  /// of the source's rows were written, which is cheaper than to follow each.
  case source
  /// The stage keeps an output for each row and follows each change, so that outputs live on; nobody
  /// else should keep them.
  case stage
}

extension LiveList {
  /// Makes a derived list around a stage.
  @inlinable
  func derived<Stage: ListStage>(
    _ stage: Stage, traits: ListTraits<Stage.Element>, label: String?, fileID: StaticString,
    line: UInt
  ) -> LiveList<Stage.Element> where Stage.Source == Element {
    let upstream = contents
    let contents = ListContents<Stage.Element>(
      nil, traits: traits, makeRows: { stage.rows { upstream.rows } },
      makeRow: { stage.row(at: $0, upstream) })
    let cursor = upstream.follow { [weak contents] in contents?.willChange() }
    // The closure keeps this list, with what is attached to it, and not its contents alone.
    return contents.list(after: [versions], graph, label: label, fileID: fileID, line: line) {
      [self] in
      contents.update(cursor, self.contents, stage)
    }
  }
}

extension ListContents {
  /// The list of these contents, which `update` brings up to date when one of the sources has moved on.
  @inlinable
  func list(
    after sources: [any ObservableValue<ListVersion>], _ graph: Graph, label: String?,
    fileID: StaticString, line: UInt, update: @escaping @MainActor () -> Void
  ) -> LiveList<Element> {
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) { [self] in
      for source in sources { _ = source.value }
      update()
      return version
    }
    return LiveList(self, versions: versions, graph: graph)
  }

  /// Brings a derived list up to date.
  @inlinable
  func update<Stage: ListStage>(
    _ cursor: VersionCursor, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    source.advance(cursor) { follow($0, source, stage) }
  }

  /// Follows a step of the source.
  @inlinable
  func follow<Stage: ListStage>(
    _ step: ListTransition<Stage.Source>?, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    willChange()
    if stage.storage == .stage { stored = nil }
    guard let step else {
      stage.begin(source)
      stored = nil
      count = stage.count
      return didChange(nil)
    }
    if stage.storage == .source, case .rewrite(let rewrite) = step {
      return follow(rewrite, source, stage)
    }
    let batch = step.changes
    let changes = stage.take(batch, source)
    if changes.isEmpty { return }
    stored = nil
    count = stage.count
    didChange(.changes(ListChanges(changes, after: batch)))
  }

  /// Makes a derived list anew and says so, unless it comes out equal.
  @inlinable
  func follow<Stage: ListStage>(
    _ rewrite: ListRewrite<Stage.Source>, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    let old = stored ?? stage.rows { rewrite.old }
    stage.begin(source)
    let new = stage.rows { source.rows }
    stored = new
    count = new.count
    if old.elementsEqual(new, by: traits.areEqual) { return }
    didChange(.rewrite(ListRewrite(from: old, to: new, traits, animation: rewrite.animation)))
  }
}
