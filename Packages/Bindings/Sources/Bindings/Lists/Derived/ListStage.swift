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

  /// Starts again with the source's rows.
  func begin(_ source: ListContents<Source>)

  /// Takes over what happened to the source, and says what happened to the rows.
  ///
  /// `batch` may be empty, for the stage may depend on more than its source.
  func take(_ batch: ListChanges<Source>, _ source: ListContents<Source>) -> ListChanges<Element>

  /// The rows that the stage makes of the source's rows, or those that it keeps.
  func rows(of source: () -> [Source]) -> [Element]

  /// One row of those.
  func row(at position: Int, _ source: ListContents<Source>) -> Element
}

/// Where the rows of a derived list are.
@usableFromInline
enum StageStorage {
  /// The source has the rows; the stage knows which and in which order, and rebuilds that when most
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
    let source = contents
    let rows = ListContents<Stage.Element>(
      nil, traits: traits, graph.engine,
      makeRows: { rows in
        guard stage.storage == .source, let former = rows.origin?.former else {
          return stage.rows { source.rows }
        }
        // A closure of the stage reads the list that it makes: the stage still has the version before.
        return source.rows(of: former).map { all in stage.rows { all } } ?? []
      },
      makeRow: { stage.row(at: $0, source) })
    let cursor = source.follow { [weak rows] in rows?.willChange() }
    // Whoever keeps an update keeps the rows, which are made of the source's as long as they can be.
    rows.origin = cursor
    // The closure keeps this list, with what is attached to it, and not its contents alone.
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) { [self] in
      _ = self.versions.value
      self.contents.advance(cursor) { rows.follow($0, self.contents, stage) }
      return rows.version
    }
    return LiveList<Stage.Element>(rows, versions: versions, graph: graph)
  }
}

extension ListContents {
  /// Follows a step of the source, or starts again.
  @inlinable
  func follow<Stage: ListStage>(
    _ step: ListTransition<Stage.Source>?, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    willChange()
    var changes: ListChanges<Element>?
    // What goes lives until the evaluation is over: its end may be user code, which reads the list.
    defer {
      engine.letGo(ofRows: (step, changes))
      letGoOfPassed()
    }
    if stage.storage == .stage { stored = nil }
    guard let step else {
      // In a cycle the list has the rows from before or, when they cannot be made any more, none.
      if stored == nil, stage.storage == .source { count = 0 }
      stage.begin(source)
      forgetRows()
      count = stage.count
      return didChange(nil)
    }
    if stage.storage == .source, case .rewrite(let rewrite) = step {
      return follow(rewrite, source, stage)
    }
    let batch = step.changes
    var told = stage.take(batch, source)
    changes = told
    if told.isEmpty { return }
    told.animation = batch.animation
    forgetRows()
    count = stage.count
    didChange(.changes(told))
  }

  /// Has the rows rebuilt when somebody asks.
  ///
  /// Those that end by it find the list in order.
  @inlinable
  func forgetRows() {
    let old = stored
    stored = nil
    engine.letGo(ofRows: old)
  }

  /// Rebuilds a derived list and says so, unless it comes out equal.
  @inlinable
  func follow<Stage: ListStage>(
    _ rewrite: ListRewrite<Stage.Source>, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    let old = stored ?? stage.rows { rewrite.old }
    stored = old
    stage.begin(source)
    let new = stage.rows { source.rows }
    defer { engine.letGo(ofRows: old) }
    stored = new
    count = new.count
    if old.elementsEqual(new, by: traits.areEqual) { return }
    didChange(.rewrite(ListRewrite(from: old, to: new, traits, animation: rewrite.animation)))
  }
}
