/// The sizes at which lists go from one way of working to another.
///
/// The results are the same on both sides of each: these only choose the quicker way. The case of
/// `Scripts/bench lists` that shows the choice stands beside it.
@usableFromInline
enum ListTuning {
  // MARK: Recording edits

  /// The number of edits of a transaction that are recorded one by one; after more, the rows before
  /// it and after it are compared.
  ///
  /// To record an edit takes time by the number of those before it.
  ///
  /// Benchmark: `filter+sort+cells.*` between k = n / 10 and n / 4.
  @inlinable static func recordedEdits(rows: Int) -> Int { min(64 + rows / 12, 1024) }

  /// From how many edits on a transaction is told as two versions, which derived lists take over
  /// again.
  ///
  /// Benchmark: `filter+sort+cells.update.*` at k = n / 2.
  @inlinable static func rewritingEdits(rows: Int) -> Int { rows / 2 }

  /// The number of changes that a list remembers for readers that lag behind, before they begin
  /// again.
  ///
  /// It bounds memory rather than time. Benchmark: `memory.unreadChanges` of `Scripts/bench growth`.
  @inlinable static func rememberedSteps(rows: Int) -> Int { 256 + 2 * rows }

  /// By how many places remembered positions may be off before they are found again.
  ///
  /// Benchmark: `tenEdits`.
  @inlinable static var positionDrift: Int { 64 }

  // MARK: Applying changes

  /// Up to how many pieces an array is rearranged by shifting what is after each, which is
  /// cheaper then than to copy each row.
  ///
  /// Benchmark: `filter+sort+cells.10` and `.100`.
  @inlinable static var shiftedPieces: Int { 64 }

  /// Up to how many single positions are looked for, taken out and put in one by one in a list of
  /// positions.
  ///
  /// Benchmark: `filter+sort+cells.1`.
  @inlinable static var shiftedPositions: Int { 8 }

  /// Whether positions are sorted by a pass over a table of all rows, which beats sorting when the
  /// positions are not few.
  ///
  /// Benchmark: `*.shuffle`.
  @inlinable static func sortsInTable(_ count: Int, of span: Int) -> Bool { count >= span / 32 }

  // MARK: Derived lists

  /// Up to how many changes a sorted list asks its source for single rows; for more, the source makes
  /// all of its rows.
  ///
  /// Benchmark: `filter+sort+cells.10` and `.100`.
  @inlinable static func singleRows(of rows: Int) -> Int { 8 + rows / 1024 }

  // MARK: Comparing versions

  /// The number of rows ahead in which the comparison looks for a match.
  ///
  /// Benchmark: `*.edit5`.
  @inlinable static var matchingReach: Int { 8 }

  /// Whether two versions are so much out of step that rows are looked up by identity from here on.
  ///
  /// Benchmark: `*.shuffle` against `*.mixed5`.
  @inlinable static func isOutOfStep(misses: Int, steps: Int) -> Bool {
    misses > 24 && misses * 4 > steps
  }

  /// Whether so many rows found no match that a sample is worth its while, which may show that most
  /// rows are others.
  ///
  /// Benchmark: `*.replaceAll`.
  @inlinable static func isWorthSampling(unmatched: Int, rows: Int) -> Bool {
    unmatched > max(64, rows / 2)
  }
}
