extension ObservableList where Element: Equatable & Sendable, Element.ID: Sendable {
  /// Goes to other rows in one transaction, and looks for what changed outside the main actor.
  ///
  /// ```swift
  /// try await messages.replaceInBackground(with: await api.allMessages())
  /// ```
  /// For lists so long that the comparison would be felt: 100 000 rows of text take about ten
  /// milliseconds. Observers and derived lists do their part on the main actor as always.
  ///
  /// It is as if ``replace(with:duplicates:animation:)`` were called at the moment at which this
  /// returns: a row that was edited while the rows were compared is compared again, and goes if the new
  /// rows do not have it, with the batch that says so. Of several replacements the one that was asked
  /// for last counts, this way or the other.
  ///
  /// - Parameters:
  ///   - rows: The rows from now on.
  ///   - duplicates: What to do with rows that have the identity of another.
  ///   - animation: How the change would like to be shown.
  /// - Throws: `CancellationError` when the task was cancelled or another replacement was asked for
  ///   before this one was done; the list stays.
  public func replaceInBackground(
    with rows: [Element], duplicates: DuplicatePolicy<Never> = .keepFirst,
    animation: ListAnimation? = nil
  ) async throws(CancellationError) {
    try await replace(with: rows, duplicates, animation) {
      await prepare(rows, duplicates, from: $0)
    }
  }

  /// `prepare` compares the rows with the present ones, and may take its time.
  func replace(
    with rows: [Element], _ duplicates: DuplicatePolicy<Never> = .keepFirst,
    _ animation: ListAnimation? = nil,
    prepare: ([Element]) async -> PreparedRows<Element>
  ) async throws(CancellationError) {
    replacements += 1
    let mine = replacements
    // A list that is edited all the time is compared here in the end.
    for _ in 0..<3 {
      let version = contents.version
      let prepared = await prepare(contents.rows)
      if Task.isCancelled || mine != replacements { throw CancellationError() }
      if version == contents.version {
        return edit(animation: animation) { $0.take(prepared) }
      }
    }
    replace(with: rows, duplicates: duplicates, animation: animation)
  }
}

/// Rows for a list, and what leads to them from those that it has.
struct PreparedRows<Element: Identifiable> {
  let rows: [Element]
  /// The identities of rows that were left out.
  var refused: [Element.ID] = []
  let changes: RowChanges<Element>
}

extension PreparedRows where Element: Equatable {
  init(_ rows: [Element], _ duplicates: DuplicatePolicy<Never>, from old: [Element]) {
    if let unique = rows.keepingFirst() {
      refused = rows.repeatedIdentities
      self.rows =
        duplicates.rule == .keepLast ? rows.reversed().keepingFirst()?.reversed() ?? [] : unique
    } else {
      self.rows = rows
    }
    changes = RowChanges(from: old, to: self.rows, by: RowsByValue.self)
  }
}

/// Compares wherever there is room, but not on the main actor.
@concurrent
private func prepare<Element: Identifiable & Equatable & Sendable>(
  _ rows: [Element], _ duplicates: DuplicatePolicy<Never>, from old: [Element]
) async -> PreparedRows<Element> where Element.ID: Sendable {
  PreparedRows(rows, duplicates, from: old)
}

extension PreparedRows: Sendable where Element: Sendable, Element.ID: Sendable {}

extension ListEdit {
  /// Goes to rows that have been compared with the present ones.
  fileprivate mutating func take(_ prepared: PreparedRows<Element>) {
    refused += prepared.refused
    if prepared.changes.isEmpty { return }
    record?.add(prepared.changes, from: contents, traits)
    contents = prepared.rows
    identities.forget()
    isTouched = true
  }
}
