internal import Foundation
internal import GRDB
internal import GRDBSQLite

extension RowWriter {
  /// Makes the record table, or brings its index to the present declaration.
  func prepare<Model: Record>(_ fields: FieldMap<Model>) throws -> TableIdentity {
    guard Set(fields.names).count == fields.names.count else {
      throw StoreError(
        .invalidName, "\(Model.self) declares two indexes of one name. Give each its own.")
    }
    return try atomically {
      let table = try makeTable(named: Model.recordTable)
      guard table != .default else {
        throw StoreError(
          .invalidName, "Records cannot live in the default table. Choose another recordTable.")
      }
      let found = try reader.declaration(of: table)
      guard found != fields.declaration else { return table }
      guard found != .cache else { throw StoreError.wrongKind(of: table) }
      try dropIndex(of: table)
      try makeIndex(of: table, fields)
      try reader.forEachRow(table, in: .all) { row in
        let record = try Codec.decode(Model.self, from: row)
        try index(fields.values(of: record), named: fields.names, id: row.id, in: table)
        return true
      }
      return table
    }
  }

  /// One column a field, each with an index; a trigger takes the fields along when a row goes.
  private func makeIndex<Model: Record>(
    of table: TableIdentity, _ fields: FieldMap<Model>
  ) throws {
    let columns = fields.indexes.indices.map { ", f\($0) ANY" }.joined()
    try database.execute(
      sql: "CREATE TABLE \(table.index) (id TEXT PRIMARY KEY\(columns)) WITHOUT ROWID, STRICT")
    for (position, field) in fields.indexes.enumerated() {
      try database.execute(
        sql: field.isUnique
          ? "CREATE UNIQUE INDEX \(table.index)_\(position) ON \(table.index) (f\(position))"
          : "CREATE INDEX \(table.index)_\(position) ON \(table.index) (f\(position), id)")
    }
    try database.execute(
      sql: """
        CREATE TRIGGER \(table.index)_deletion AFTER DELETE ON rows WHEN old.table_id = \(table.key)
        BEGIN DELETE FROM \(table.index) WHERE id = old.id; END
        """)
    try declare(table, as: fields.declaration)
  }

  /// Puts a record with its fields; the fields first, so that a clash leaves the row untouched.
  func put(
    _ value: Data, fields: [IndexValue], named names: [String], id: String,
    in table: TableIdentity, expires: Int64?
  ) throws {
    try index(fields, named: names, id: id, in: table)
    try put(value, as: .json, id: id, in: table, isIndexed: true, expires: expires)
  }

  private func index(
    _ fields: [IndexValue], named names: [String], id: String, in table: TableIdentity
  ) throws {
    let columns = fields.indices.map { ", f\($0)" }.joined()
    let places = fields.indices.map { ", ?\($0 + 2)" }.joined()
    let updates = fields.indices.map { "f\($0) = excluded.f\($0)" }.joined(separator: ", ")
    let statement = try statement(
      "INSERT INTO \(table.index) (id\(columns)) VALUES (?1\(places)) ON CONFLICT (id) "
        + (fields.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(updates)"))
    try statement.bind(id, at: 1)
    for (position, field) in fields.enumerated() {
      try statement.bind(field, at: Int32(position + 2))
    }
    do { try statement.run() } catch let error as StoreError where error.code == .notUnique {
      let name = names.indices.first { error.message.contains(".f\($0)") }.map { names[$0] }
      throw StoreError(
        .notUnique,
        "Another record of \(table.name.debugDescription) has the same value in the unique field "
          + "\(name ?? "") as \(id.debugDescription). Change it, or delete the other record first.")
    }
  }
}

extension PreparedStatement {
  func bind(_ value: IndexValue, at index: Int32) throws {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let value): bind(value, at: index)
    case .real(let value): bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    }
  }
}
