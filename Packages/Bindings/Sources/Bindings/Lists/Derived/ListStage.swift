/// How a derived list takes over what happened to its source.
@MainActor
@usableFromInline
protocol ListStage<Source, Element>: AnyObject {
  associatedtype Source: Identifiable
  associatedtype Element: Identifiable

  /// How many rows there are.
  var count: Int { get }

  /// Whether the stage holds the rows themselves, so that nobody else should.
  var keepsRows: Bool { get }

  /// Begins anew with the source's rows.
  func begin(_ source: ListContents<Source>)

  /// Takes over what happened to the source, and says what happened to the rows.
  ///
  /// `batch` may be empty, for the stage may depend on more than its source.
  func take(_ batch: ListChanges<Source>, _ source: ListContents<Source>) -> RowChanges<Element>

  /// Whether to begin anew is cheap enough to do it when most of the source's rows were written.
  var followsRewrites: Bool { get }

  /// The rows that the stage makes of the source's rows, or those that it keeps.
  func rows(of source: () -> [Source]) -> [Element]

  /// One row of those.
  func row(at position: Int, _ source: ListContents<Source>) -> Element
}

extension ListStage {
  @inlinable var keepsRows: Bool { false }
  @inlinable var followsRewrites: Bool { false }
}

extension LiveList {
  /// Makes a derived list around a stage.
  @inlinable
  func derived<Stage: ListStage>(
    _ stage: Stage, traits: ListTraits<Stage.Element>, label: String?, fileID: StaticString,
    line: UInt
  ) -> LiveList<Stage.Element> where Stage.Source == Element {
    let source = self
    let upstream = source.contents
    let contents = ListContents<Stage.Element>(
      nil, traits: traits, makeRows: { stage.rows { upstream.rows } },
      makeRow: { stage.row(at: $0, upstream) }, beforeChange: upstream.beforeChange)
    let cursor = upstream.follow()
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) {
      _ = source.versions.value
      contents.update(cursor, upstream, stage)
      return contents.version
    }
    return LiveList<Stage.Element>(contents, versions: versions, graph: graph)
  }
}

extension ListContents {
  /// Brings a derived list up to date.
  @inlinable
  func update<Stage: ListStage>(
    _ cursor: VersionCursor, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    let step = source.advance(cursor)
    willChange()
    if stage.keepsRows { stored = nil }
    guard let step else {
      stage.begin(source)
      stored = nil
      count = stage.count
      return didChange(nil)
    }
    if stage.followsRewrites, case .rewrite(let rewrite) = step {
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
