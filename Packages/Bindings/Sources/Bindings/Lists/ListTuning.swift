/// Thresholds at which lists switch from one algorithm to another.
///
/// The results are the same on both sides of a threshold, which only selects the quicker algorithm. Each comment
/// names the case of `Scripts/bench lists` that justifies the value.
@usableFromInline
enum ListTuning {
  // MARK: Recording edits

  /// The number of edits of a transaction that are recorded one by one; after more edits, the rows before and
  /// after the transaction are compared.
  ///
  /// The cost of recording an edit grows with the number of earlier edits.
  ///
  /// Benchmark: `filter+sort+cells.*` between k = n / 10 and n / 4.
  @inlinable static func recordedEdits(rows: Int) -> Int { min(64 + rows / 12, 1024) }

  /// The number of edits after which a transaction is reported as two versions, from which derived lists
  /// rebuild their rows; below about 150 rows, ``recordedEdits(rows:)`` is larger and decides.
  ///
  /// Benchmark: `filter+sort+cells.update.*` at k = n / 2.
  @inlinable static func rewritingEdits(rows: Int) -> Int { rows / 2 }

  /// The size of the changes that a list keeps for readers that lag behind; when it is exceeded, those readers
  /// restart.
  ///
  /// The limit bounds memory rather than time. Benchmark: `memory.unreadChanges` of `Scripts/bench growth`.
  @inlinable static func rememberedSteps(rows: Int) -> Int { 256 + 2 * rows }

  /// The largest error of cached positions; beyond it the positions are computed again.
  ///
  /// A lookup searches as far as the error, and computing takes *n* steps: with √*n*, edits in any order share both.
  ///
  /// Benchmark: `growth.removeByID`.
  @inlinable static func positionDrift(rows: Int) -> Int { 64 + 4 * Int(Double(rows).squareRoot()) }

  /// The number of rows that lookups may pass before the positions are computed again, which then costs less than they
  /// have: lookups of all rows after many edits stay linear.
  ///
  /// Benchmark: `growth.positionByID`.
  @inlinable static func passedRows(rows: Int) -> Int { 8 * rows }

  // MARK: Applying changes

  /// The largest number of pieces for which an array is rearranged by shifting the elements after each piece,
  /// which is then cheaper than copying all rows.
  ///
  /// Benchmark: `filter+sort+cells.10` and `.100`.
  @inlinable static var shiftedPieces: Int { 64 }

  /// The largest number of positions that are searched, removed and inserted one by one in a list of
  /// positions.
  ///
  /// Benchmark: `filter+sort+cells.1`.
  @inlinable static var shiftedPositions: Int { 8 }

  /// Whether positions are sorted by a pass over a table of all rows, which is quicker than a comparison sort
  /// unless there are only a few positions.
  ///
  /// Benchmark: `*.shuffle`.
  @inlinable static func sortsInTable(_ count: Int, of span: Int) -> Bool { count >= span / 32 }

  // MARK: Derived lists

  /// The largest number of removed, inserted and updated rows for which a sorted list asks its source for single rows;
  /// for more, the source makes all of its rows.
  ///
  /// Benchmark: `filter+sort+cells.10` and `.100`.
  @inlinable static func singleRows(of rows: Int) -> Int { 8 + rows / 1024 }

  // MARK: Comparing versions

  /// The number of rows ahead in which the comparison looks for a match.
  ///
  /// Benchmark: `*.edit5`.
  @inlinable static var matchingReach: Int { 8 }

  /// Whether two versions differ so much that the diff looks up the remaining rows by identity.
  ///
  /// Benchmark: `*.shuffle` against `*.mixed5`.
  @inlinable static func isOutOfStep(misses: Int, steps: Int) -> Bool {
    misses > 24 && misses * 4 > steps
  }

  /// Whether so many rows found no match that taking a sample pays off; the sample may show that most rows
  /// are different.
  ///
  /// Benchmark: `*.replaceAll`.
  @inlinable static func isWorthSampling(unmatched: Int, rows: Int) -> Bool {
    unmatched > max(64, rows / 2)
  }
}
