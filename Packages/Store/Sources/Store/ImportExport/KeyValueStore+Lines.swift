public import Foundation
internal import Models

extension KeyValueStore {
  /// Writes every live value of all tables to a file, one JSON object a line; how many there were.
  ///
  /// A line reads `{"table":"default","id":"k","created":…,"updated":…,"value":…}`, with times in microseconds since 1970,
  /// `expires` if there is an end, and `data` in Base64 in place of `value` for bytes. All lines show one committed state.
  /// An existing file is replaced when the export is complete.
  ///
  /// - Throws: ``StoreError`` with `damaged`, `diskFull` or `inputOutput`.
  /// - Complexity: O(size of the store); holds one row in memory.
  @discardableResult
  public func exportLines(to url: URL) throws(StoreError) -> Int {
    try engine.wrapping {
      try LineWriter.write(to: url) { writer in
        try engine.snapshot { reader in
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

  /// Puts every value of a file that ``exportLines(to:)`` wrote, with its times, in place of what is
  /// there under the same table and identifier; how many there were.
  ///
  /// In a line of another's making with both `data` and `value`, `data` counts.
  ///
  /// - Throws: ``StoreError`` with `malformedImport`, naming the line; nothing is kept then.
  ///   `wrongTableKind` when a line belongs to a table that is a cache: drop it, import, then make the cache.
  /// - Complexity: O(size of the file); holds one line in memory.
  @discardableResult
  public func importLines(from url: URL) throws(StoreError) -> Int {
    try engine.wrapping {
      let lines = try LineReader(url)
      return try engine.write { writer in
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
