/// A question to the records of one type; each method returns a narrower or ordered one.
///
/// ```swift
/// let query = contacts.matching(\.name, equals: "李").sorted(by: \.age, .descending)
/// let first = try query.page(size: 20)
/// let second = try first.next.map { try query.page(size: 20, after: $0) }
/// ```
///
/// Fields must be declared in ``Record/indexes``; a query by another one throws `invalidQuery` when
/// it is run. Conditions are joined by "and". Only the records that are returned are read.
public struct RecordQuery<Model: Record, Rows: TableReading> {
  let records: Records<Model, Rows>
  var plan: QueryPlan

  /// The records whose field equals `value`; nil finds those without a value.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, equals value: Value
  ) -> RecordQuery {
    adding(field) { .equals($0, value.indexValue) }
  }

  /// The records whose field lies in a range, such as `18...` or `"a"..<"b"`.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, in range: some FieldRange<Value>
  ) -> RecordQuery {
    adding(field, range)
  }

  /// The records whose field has a value, and one that lies in a range.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value?>, in range: some FieldRange<Value>
  ) -> RecordQuery {
    adding(field, range)
  }

  /// The records whose field is one of `values`, at most 32 000 of them.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, oneOf values: some Sequence<Value>
  ) -> RecordQuery {
    adding(field) { .oneOf($0, values.map(\.indexValue)) }
  }

  /// The records whose field begins with exactly this text.
  public func matching(_ field: KeyPath<Model, String>, prefix: String) -> RecordQuery {
    let range = IDRange.prefix(prefix)
    var query = adding(field) { .atLeast($0, .text(prefix)) }
    if let end = range.upper { query = query.adding(field) { .below($0, .text(end.id)) } }
    return query
  }

  /// Sorts by a field, after the sorting that was asked for before; ties end in the identifier.
  public func sorted<Value: Indexable>(
    by field: KeyPath<Model, Value>, _ direction: SortDirection = .ascending
  ) -> RecordQuery {
    var query = self
    if let position = records.fields.position(of: field) {
      query.plan.order.append((position, direction))
    } else {
      query.plan.undeclared.append("\(field)")
    }
    return query
  }

  private func adding<Value: Indexable>(
    _ field: PartialKeyPath<Model>, _ range: some FieldRange<Value>
  ) -> RecordQuery {
    var query = self
    if let lower = range.lowerFieldBound?.indexValue {
      query = query.adding(field) { .atLeast($0, lower) }
    }
    if let (upper, isIncluded) = range.upperFieldBound {
      let value = upper.indexValue
      query = query.adding(field) { isIncluded ? .atMost($0, value) : .below($0, value) }
    }
    return query
  }

  private func adding(
    _ field: PartialKeyPath<Model>, _ condition: (Int) -> QueryPlan.Condition
  ) -> RecordQuery {
    var query = self
    if let position = records.fields.position(of: field) {
      query.plan.conditions.append(condition(position))
    } else {
      query.plan.undeclared.append("\(field)")
    }
    return query
  }
}

extension RecordQuery: Sendable where Rows: Sendable {}

/// Which end of an order comes first.
public enum SortDirection: Sendable, Hashable {
  /// Smallest first, nil before everything.
  case ascending
  /// Largest first, nil after everything.
  case descending
}

/// A part of a query's answer.
public struct RecordPage<Model: Record>: Sendable {
  /// The records, in the query's order.
  public let records: [Model]

  /// Where the next page begins; nil after the last one.
  public let next: RecordCursor?
}

/// A place in the order of a query; valid for queries that sort by the same fields.
public struct RecordCursor: Sendable, Hashable {
  let values: [IndexValue]
  let id: String
}

extension RecordQuery {
  /// The records, in order, at most `limit` of them.
  ///
  /// - Throws: ``StoreError`` with `invalidQuery`, `wrongType` or `damaged`.
  /// - Complexity: O(records returned) when one index serves both the conditions and the order.
  public func fetch(limit: Int? = nil) throws(StoreError) -> [Model] {
    try run(limit: limit, after: nil).map(\.record)
  }

  /// The first record in order, or nil.
  public func first() throws(StoreError) -> Model? {
    try fetch(limit: 1).first
  }

  /// The next `size` records after a place; it costs the same however far the place is.
  ///
  /// Records put or deleted between two pages neither repeat nor hide others.
  public func page(size: Int, after cursor: RecordCursor? = nil) throws(StoreError) -> RecordPage<
    Model
  > {
    let size = max(1, size)
    let found = try run(limit: size == .max ? size : size + 1, after: cursor)
    let page = found.prefix(size)
    let next = found.count > size ? page.last.map(place(of:)) : nil
    return RecordPage(records: page.map(\.record), next: next)
  }

  /// How many records there are.
  public func count() throws(StoreError) -> Int {
    try records.table.withReader { reader in
      try reader.rows.check(reader.table, is: records.fields.declaration)
      let (sql, values) = try plan.sql(counting: true, in: reader.table, limit: nil, after: nil)
      let statement = try reader.rows.statement(sql)
      try plan.bind(values, now: reader.rows.now, to: statement)
      var count = 0
      try statement.forEachRow {
        count = Int(statement.int(0))
        return false
      }
      return count
    }
  }

  func rows(limit: Int?, after cursor: RecordCursor?) throws(StoreError) -> [StoredRow] {
    try records.table.withReader { reader in
      try reader.rows.check(reader.table, is: records.fields.declaration)
      return try reader.rows.rows(plan, in: reader.table, limit: limit, after: cursor)
    }
  }

  func decode(_ row: StoredRow) throws(StoreError) -> (id: String, record: Model) {
    let record = try Codec.decode(Model.self, from: row)
    // The index has no checksum of its own; what it finds must fit.
    guard plan.conditions.allSatisfy({ $0.matches(records.fields.values(of: record)) }) else {
      throw StoreError.damaged(id: row.id, table: Model.recordTable)
    }
    return (row.id, record)
  }

  private func run(
    limit: Int?, after cursor: RecordCursor?
  ) throws(StoreError) -> [(id: String, record: Model)] {
    try rows(limit: limit, after: cursor).map { row throws(StoreError) in try decode(row) }
  }

  private func place(of found: (id: String, record: Model)) -> RecordCursor {
    let values = records.fields.values(of: found.record)
    return RecordCursor(values: plan.order.map { values[$0.field] }, id: found.id)
  }
}

extension RecordQuery where Rows: TableWriting {
  /// Deletes every record of the query; how many there were.
  @discardableResult
  public func delete() throws(StoreError) -> Int {
    try records.table.withWriter { writer in
      try writer.rows.check(writer.table, is: records.fields.declaration)
      let found = try writer.rows.reader.rows(plan, in: writer.table, limit: nil, after: nil)
      return try writer.rows.delete(ids: found.map(\.id), in: writer.table)
    }
  }
}

extension RecordQuery where Rows == StoreTable {
  /// Observes the query's answer, at most `limit` records of it.
  public func observe(limit: Int? = nil) -> StoreObservation<[Model]> {
    let key = records.table.identity.key
    return StoreObservation(records.table.engine) {
      ChangeSignal(table: key, .all)
    } read: { [self] in
      let rows = try rows(limit: limit, after: nil)
      return (StoredRow.fingerprint(of: rows), { try rows.map { try decode($0).record } })
    }
  }
}

extension Records {
  /// The records whose field equals `value`.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, equals value: Value
  ) -> RecordQuery<Model, Rows> {
    all.matching(field, equals: value)
  }

  /// The records whose field lies in a range, such as `18...` or `"a"..<"b"`.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, in range: some FieldRange<Value>
  ) -> RecordQuery<Model, Rows> {
    all.matching(field, in: range)
  }

  /// The records whose field has a value, and one that lies in a range.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value?>, in range: some FieldRange<Value>
  ) -> RecordQuery<Model, Rows> {
    all.matching(field, in: range)
  }

  /// The records whose field is one of `values`.
  public func matching<Value: Indexable>(
    _ field: KeyPath<Model, Value>, oneOf values: some Sequence<Value>
  ) -> RecordQuery<Model, Rows> {
    all.matching(field, oneOf: values)
  }

  /// The records whose field begins with exactly this text.
  public func matching(
    _ field: KeyPath<Model, String>, prefix: String
  ) -> RecordQuery<Model, Rows> {
    all.matching(field, prefix: prefix)
  }

  /// All records, sorted by a field.
  public func sorted<Value: Indexable>(
    by field: KeyPath<Model, Value>, _ direction: SortDirection = .ascending
  ) -> RecordQuery<Model, Rows> {
    all.sorted(by: field, direction)
  }
}
