import Foundation
import GRDB

/// Plain GRDB as its guide shows it: a pool, records, and `read`/`write` around each access.
struct PlainGRDB {
  struct Item: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "kv"
    var id: String
    var value: Data
    var created: Int64
    var updated: Int64
  }

  let pool: DatabasePool

  init(_ path: String) throws {
    pool = try DatabasePool(path: path)
    try pool.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS kv (
            id TEXT PRIMARY KEY, value BLOB NOT NULL, created INTEGER NOT NULL,
            updated INTEGER NOT NULL
          )
          """)
    }
  }

  func put(_ id: String, _ value: Data, _ time: Int64) throws {
    try pool.write { database in
      try Item(id: id, value: value, created: time, updated: time).upsert(database)
    }
  }

  func putAll(_ items: [(id: String, value: Data)], _ time: Int64) throws {
    try pool.write { database in
      for item in items {
        try Item(id: item.id, value: item.value, created: time, updated: time).upsert(database)
      }
    }
  }

  /// Returns a value in GRDB's fastest way, with a cached statement.
  func get(_ id: String) throws -> Data? {
    try pool.read { database in
      let statement = try database.cachedStatement(sql: "SELECT value FROM kv WHERE id = ?")
      return try Data.fetchOne(statement, arguments: [id])
    }
  }

  func record(_ id: String) throws -> Item? {
    try pool.read { try Item.fetchOne($0, key: id) }
  }
}
