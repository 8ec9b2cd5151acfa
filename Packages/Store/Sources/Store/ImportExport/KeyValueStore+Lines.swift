public import Foundation
internal import Models

extension KeyValueStore {
  /// Exports the live values of all tables to a file, as one JSON object per line; returns their number.
  ///
  /// A line is `{"table":"default","id":"k","created":…,"updated":…,"value":…}`. Times are microseconds since 1970. A
  /// value with an expiry time has `expires`; bytes have `data` in Base64 instead of `value`. All lines show one
  /// committed state. An existing file is replaced after the export is complete.
  ///
  /// - Throws: ``StoreError`` with `damaged`, `diskFull` or `inputOutput`, or with `cannotOpen` for a file of the store
  ///   itself.
  /// - Complexity: O(size of the store) time; keeps one row in memory.
  @discardableResult
  public func exportLines(to url: URL) throws(StoreError) -> Int {
    try checkIsNotOwn(url.path)
    return try engine.wrapping {
      try engine.snapshot { reader in
        try reader.besideDamage {
          try LineWriter.write(to: url) { writer in
            var count = 0
            for table in try reader.tables() {
              try reader.forEachRow(table, in: .all) { row in
                try writer.write(RowLine.encode(row, table: table.name))
                count += 1
                return true
              }
            }
            return count
          }
        }
      }
    }
  }

  /// Imports the values of a file from ``exportLines(to:)`` with their times; returns their number.
  ///
  /// A value replaces an existing value of the same table and identifier. If a line contains both `data` and `value`,
  /// which no export writes, `data` is used.
  ///
  /// - Throws: ``StoreError`` with `malformedImport` and the line number; then nothing is imported. `wrongTableKind` if
  ///   a line belongs to a cache: drop the cache, import, then make it again. `cannotOpen` for a file of the store itself.
  /// - Complexity: O(size of the file) time; keeps one line in memory.
  @discardableResult
  public func importLines(from url: URL) throws(StoreError) -> Int {
    try checkIsNotOwn(url.path)
    return try engine.wrapping {
      let lines = try LineReader(url)
      return try engine.write { writer in
        // Beside damage, the import is made twice.
        try lines.rewind()
        var tables: [ExactKey: TableIdentity] = [:]
        var number = 0
        var count = 0
        while let line = try lines.next() {
          number += 1
          guard !line.isEmpty else { continue }
          let row = try RowLine(decoding: line, number: number)
          let frame = row.frame
          do throws(StoreError) { try StoreTable.check(name: frame.table) } catch {
            throw StoreError(
              .malformedImport,
              "Line \(number) belongs to no table. \(error.message) Nothing was imported.")
          }
          let name = ExactKey(frame.table)
          let table = try tables[name] ?? writer.makeTable(named: frame.table)
          tables[name] = table
          try writer.put(
            row.value, as: row.format, id: frame.id, in: table, created: frame.created,
            updated: frame.updated, expires: frame.expires)
          count += 1
        }
        return count
      }
    }
  }
}
