/// A stage that derives the rows of a list from the rows of its source.
@MainActor
@usableFromInline
protocol ListStage<Source, Element>: AnyObject {
  associatedtype Source: Identifiable
  associatedtype Element: Identifiable

  /// The number of rows.
  var count: Int { get }

  /// The owner of the rows.
  var storage: StageStorage { get }

  /// Restarts with the source's rows.
  func begin(_ source: ListContents<Source>)

  /// Applies a batch of the source and returns the resulting changes of the derived rows.
  ///
  /// `batch` may be empty, because the stage may have dependencies other than its source.
  func take(_ batch: ListChanges<Source>, _ source: ListContents<Source>) -> ListChanges<Element>

  /// Returns the derived rows, made from the source's rows or stored in the stage.
  func rows(of source: () -> [Source]) -> [Element]

  /// Returns one of the derived rows, whose source holds its rows.
  func row(at position: Int, _ source: ListContents<Source>) -> Element
}

/// The owner of the rows of a derived list.
@usableFromInline
enum StageStorage {
  /// The source has the rows; the stage stores only a selection or an order, and rebuilds it when most of
  /// the source's rows were written, which is cheaper than following each change.
  case source
  /// The stage keeps an output for each row and follows each change, so that the outputs survive; other code
  /// should not retain them.
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
      makeRows: { stage.rows { source.heldRows } },
      makeRow: { stage.row(at: $0, source) },
      holdRows: { rows in rows.hold(stage, source) })
    let cursor = source.follow { [weak rows] in rows?.willChange() }
    // An update retains these rows; they are made from the source's rows as long as that is possible.
    rows.origin = cursor
    // The closure retains this list with everything attached to it, not only its contents.
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) { [self] in
      _ = self.versions.value
      self.contents.advance(cursor) { rows.follow($0, self.contents, stage) }
      return rows.version
    }
    return LiveList<Stage.Element>(rows, versions: versions, graph: graph)
  }
}

extension ListContents {
  /// Applies a step of the source, or restarts.
  @inlinable
  func follow<Stage: ListStage>(
    _ step: ListTransition<Stage.Source>?, _ source: ListContents<Stage.Source>, _ stage: Stage
  ) where Stage.Element == Element {
    willChange()
    var changes: ListChanges<Element>?
    // Removed rows live until the end of the evaluation, because their deinits may be user code that reads the list.
    defer {
      engine.letGo(ofRows: (step, changes))
      letGoOfPassed()
    }
    if stage.storage == .stage { stored = nil }
    guard let step else {
      stage.begin(source)
      return restarted(stage.count)
    }
    if stage.storage == .source, case .rewrite(let rewrite) = step {
      return follow(rewrite, source, stage)
    }
    let batch = step.changes
    let start = number
    var told = stage.take(batch, source)
    changes = told
    if number != start { return restarted(stage.count) }
    if told.isEmpty { return }
    told.animation = batch.animation
    forgetRows()
    count = stage.count
    didChange(.changes(told))
  }

  /// Records a step to rows that have nothing to do with the ones before.
  @inlinable
  func restarted(_ count: Int) {
    forgetRows()
    self.count = count
    didChange(nil)
  }

  /// Keeps the rows of a list that is read in a cycle, before its stage has followed the source.
  ///
  /// These are the rows from before the source's latest changes. If the source has discarded the steps since then, the
  /// list is empty until its stage restarts.
  @inlinable
  func hold<Stage: ListStage>(_ stage: Stage, _ source: ListContents<Stage.Source>)
  where Stage.Element == Element {
    source.holdRowsInCycle()
    guard stage.storage == .source, let origin, let seen = origin.former ?? origin.seen,
      seen.number != source.number
    else { return }
    if let all = source.rows(of: seen) {
      stored = stage.rows { all }
    } else {
      origin.seen = nil
      restarted(0)
      stored = []
      willChange()
    }
  }

  /// Discards the rows, which are rebuilt at the next read.
  ///
  /// Deinits of the released rows see a consistent list.
  @inlinable
  func forgetRows() {
    let old = stored
    stored = nil
    engine.letGo(ofRows: old)
  }

  /// Rebuilds a derived list and records a step, unless the rows are equal.
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
