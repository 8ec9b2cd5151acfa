/// A record query in terms of field positions, and its SQL.
///
/// SQL is put together from fixed fragments and numbers; every value is bound.
struct QueryPlan: Sendable {
  enum Condition: Sendable {
    case equals(Int, IndexValue)
    case atLeast(Int, IndexValue)
    case atMost(Int, IndexValue)
    case below(Int, IndexValue)
    case oneOf(Int, [IndexValue])
  }

  var conditions: [Condition] = []
  var order: [(field: Int, direction: SortDirection)] = []
  /// Key paths that no index declares; reported when the query is run.
  var undeclared: [String] = []

  /// Below what SQLite allows wherever it is not built to allow more, 32 766.
  private static let valueLimit = 32_000

  /// The statement and its values, to be bound from ?2 on; ?1 is the present time.
  func sql(
    counting: Bool, in table: TableIdentity, limit: Int?, after cursor: RecordCursor?
  ) throws -> (String, [IndexValue]) {
    if let field = undeclared.first {
      throw StoreError(
        .invalidQuery,
        "\(field) is not among the indexes that the record declares. Add a RecordIndex for it.")
    }
    var values: [IndexValue] = []
    func place(_ value: IndexValue) -> String {
      values.append(value)
      return "?\(values.count + 1)"
    }
    var terms = ["(r.expires IS NULL OR r.expires > ?1)"]
    for condition in conditions { terms.append(condition.sql(place)) }
    if let cursor {
      guard cursor.values.count == order.count else {
        throw StoreError(
          .invalidQuery,
          "The cursor belongs to a query with another order. Use the one of this query's own page.")
      }
      terms += continuation(after: cursor, place)
    }
    guard values.count <= Self.valueLimit else {
      throw StoreError(
        .invalidQuery,
        "The query compares with \(values.count) values; SQLite takes \(Self.valueLimit). Ask for fewer at a "
          + "time.")
    }
    // CROSS JOIN makes SQLite walk the field index and look rows up, never the other way round.
    var sql =
      "SELECT \(counting ? "count(*)" : StoredRow.columnsOfR) FROM \(table.index) AS x CROSS JOIN "
      + "rows AS r ON r.table_id = \(table.key) AND r.id = x.id WHERE "
      + terms.joined(separator: " AND ")
    guard !counting else { return (sql, values) }
    let keys = order.map { "x.f\($0.field)\($0.direction.sql)" }
    sql += " ORDER BY " + (keys + ["x.id\(lastDirection.sql)"]).joined(separator: ", ")
    sql += " LIMIT " + place(.integer(Int64(limit.map { max(0, $0) } ?? -1)))
    return (sql, values)
  }

  func bind(_ values: [IndexValue], now: Int64, to statement: PreparedStatement) throws {
    statement.bind(now, at: 1)
    for (position, value) in values.enumerated() {
      try statement.bind(value, at: Int32(position + 2))
    }
  }

  /// The identifier follows the last field's direction, so that one index serves the whole order.
  private var lastDirection: SortDirection { order.last?.direction ?? .ascending }

  /// What comes after the cursor: greater in one key while equal in those before it.
  private func continuation(
    after cursor: RecordCursor, _ place: (IndexValue) -> String
  ) -> [String] {
    var alternatives: [String] = []
    var equal = ""
    for (key, value) in zip(order, cursor.values) {
      if let after = key.direction.after("x.f\(key.field)", value, place) {
        alternatives.append("(\(equal)\(after))")
      }
      equal += "x.f\(key.field) IS \(place(value)) AND "
    }
    let id = lastDirection == .ascending ? "x.id > " : "x.id < "
    alternatives.append("(\(equal)\(id)\(place(.text(cursor.id))))")
    var terms = ["(\(alternatives.joined(separator: " OR ")))"]
    // Redundant, but it lets SQLite begin in the middle of the index.
    if let first = order.first, let value = cursor.values.first, value != .null {
      let field = "x.f\(first.field)"
      terms.append(
        first.direction == .ascending
          ? "\(field) >= \(place(value))"
          : "(\(field) <= \(place(value)) OR \(field) IS NULL)")
    }
    return terms
  }
}

extension SortDirection {
  fileprivate var sql: String { self == .ascending ? "" : " DESC" }

  /// What lies strictly after `value`; nil when nothing can.
  fileprivate func after(
    _ field: String, _ value: IndexValue, _ place: (IndexValue) -> String
  ) -> String? {
    switch (self, value) {
    case (.ascending, .null): "\(field) IS NOT NULL"
    case (.ascending, _): "\(field) > \(place(value))"
    case (.descending, .null): nil
    case (.descending, _): "(\(field) < \(place(value)) OR \(field) IS NULL)"
    }
  }
}

extension QueryPlan.Condition {
  fileprivate func sql(_ place: (IndexValue) -> String) -> String {
    switch self {
    case .equals(let field, let value): "x.f\(field) IS \(place(value))"
    case .atLeast(let field, let value): "x.f\(field) >= \(place(value))"
    case .atMost(let field, let value): "x.f\(field) <= \(place(value))"
    case .below(let field, let value): "x.f\(field) < \(place(value))"
    case .oneOf(let field, let values):
      "(x.f\(field) IN (\(Self.padded(values).map(place).joined(separator: ", ")))"
        + (values.contains(.null) ? " OR x.f\(field) IS NULL)" : ")")
    }
  }

  /// Repeats the last value up to the next power of two: each length is a statement that a connection keeps.
  private static func padded(_ values: [IndexValue]) -> [IndexValue] {
    guard let last = values.last, values.count < 1 << 14 else { return values }
    var length = 1
    while length < values.count { length *= 2 }
    return values + Array(repeating: last, count: length - values.count)
  }

  /// Whether a record with these field values satisfies the condition.
  func matches(_ values: [IndexValue]) -> Bool {
    switch self {
    case .equals(let field, let value):
      !values[field].precedes(value) && !value.precedes(values[field])
    case .atLeast(let field, let value): !values[field].precedes(value)
    case .atMost(let field, let value):
      values[field] != .null && !value.precedes(values[field])
    case .below(let field, let value): values[field] != .null && values[field].precedes(value)
    case .oneOf(let field, let options):
      options.contains { !values[field].precedes($0) && !$0.precedes(values[field]) }
    }
  }
}

extension StoredRow {
  /// The columns of a row query that joins the fields of records.
  fileprivate static let columnsOfR =
    "r.format, r.created, r.updated, r.expires, r.checksum, r.created_checksum, r.value, r.id"
}

extension RowReader {
  func rows(
    _ plan: QueryPlan, in table: TableIdentity, limit: Int?, after cursor: RecordCursor?
  ) throws -> [StoredRow] {
    let (sql, values) = try plan.sql(counting: false, in: table, limit: limit, after: cursor)
    let statement = try statement(sql)
    try plan.bind(values, now: now, to: statement)
    var rows: [StoredRow] = []
    try statement.forEachRow {
      rows.append(try StoredRow(statement, table: table, id: nil))
      return true
    }
    return rows
  }
}
