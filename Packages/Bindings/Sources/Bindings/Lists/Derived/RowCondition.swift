/// The caller's condition, with the loops specialised for it.
///
/// As with `RowOrdering`, the loops are made where the condition is written.
@usableFromInline
struct RowCondition<Element: Identifiable> {
  /// Whether the inserted and the updated rows of a batch are let through.
  @usableFromInline typealias Answers = (inserted: [Bool], updated: [Bool])

  /// The answers for all rows.
  @usableFromInline let bits: @MainActor ([Element]) -> BitList
  @usableFromInline let answers: @MainActor (ListChanges<Element>) -> Answers

  @inlinable @inline(__always)
  init(_ isIncluded: @escaping @MainActor (Element) -> Bool) {
    bits = { rows in
      var bits = BitList()
      bits.reserve(rows.count)
      for row in rows { bits.append(isIncluded(row)) }
      bits.seal()
      return bits
    }
    answers = { batch in
      var answers: Answers = ([], [])
      answers.inserted.reserveCapacity(batch.inserted.count)
      for row in batch.inserted.elements { answers.inserted.append(isIncluded(row)) }
      answers.updated.reserveCapacity(batch.updated.count)
      for update in batch.updated { answers.updated.append(isIncluded(update.new)) }
      return answers
    }
  }
}
