internal import Foundation
internal import GRDB
internal import Models

/// What the file says of a table beyond its rows: which index goes with them.
enum TableDeclaration: Equatable, Sendable {
  /// Records, found by these fields.
  case records([FieldDeclaration])
  /// A cache, in the order of use.
  case cache

  /// The JSON that the file holds: a list of fields, or one word.
  init(stored bytes: Data) throws {
    if bytes == Self.cacheWord {
      self = .cache
    } else {
      self = .records(try ModelDecoder().decode([FieldDeclaration].self, from: bytes))
    }
  }

  func stored() throws -> Data {
    switch self {
    case .records(let fields): try ModelEncoder().encode(fields)
    case .cache: Self.cacheWord
    }
  }

  private static let cacheWord = Data(#""cache""#.utf8)
}

/// A field as the file records it.
struct FieldDeclaration: Codable, Equatable, Sendable {
  var name: String
  var isUnique: Bool
}

extension TableIdentity {
  /// The SQL name of the table with the index; made of the table's number only.
  var index: String { "index_\(key)" }
}

extension RowReader {
  /// What the file says of the table; nil when it holds plain values.
  func declaration(of table: TableIdentity) throws -> TableDeclaration? {
    let statement = try statement("SELECT fields FROM records WHERE table_id = ?1")
    statement.bind(table.key, at: 1)
    var found: Data?
    try statement.forEachRow {
      found = statement.data(0)
      return false
    }
    guard let found else { return nil }
    do { return try TableDeclaration(stored: found) } catch {
      throw StoreError(
        .damaged,
        "The declaration of the table \(table.name.debugDescription) is damaged. Restore the store "
          + "from a backup or an export.")
    }
  }

  /// Refuses to use an index that is not, or no longer, what the caller takes it for.
  func check(_ table: TableIdentity, is expected: TableDeclaration) throws {
    try checkExists(table)
    guard try declaration(of: table) != expected else { return }
    throw StoreError.wrongKind(of: table)
  }
}

extension RowWriter {
  /// Notes in the file what the table holds.
  func declare(_ table: TableIdentity, as declaration: TableDeclaration) throws {
    let statement = try statement("INSERT INTO records (table_id, fields) VALUES (?1, ?2)")
    statement.bind(table.key, at: 1)
    try statement.bind(try declaration.stored(), at: 2)
    try statement.run()
    declarations[table.key] = declaration
  }

  /// Makes a plain table of one with an index; its rows stay.
  func dropIndex(of table: TableIdentity) throws {
    guard try reader.declaration(of: table) != nil else { return }
    try database.execute(
      sql: """
        DROP TRIGGER \(table.index)_deletion;
        DROP TABLE \(table.index);
        DROP TABLE IF EXISTS \(table.total);
        """)
    let statement = try statement("DELETE FROM records WHERE table_id = ?1")
    statement.bind(table.key, at: 1)
    try statement.run()
    declarations[table.key] = nil
  }
}

extension StoreError {
  static func wrongKind(of table: TableIdentity) -> StoreError {
    StoreError(
      .wrongTableKind,
      "The table \(table.name.debugDescription) holds something else than was asked for: plain "
        + "values, a cache, or records of another declaration. Ask the store for what it holds, or "
        + "choose another table.")
  }
}
