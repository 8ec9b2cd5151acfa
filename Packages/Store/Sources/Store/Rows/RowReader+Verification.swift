internal import GRDB

extension RowReader {
  /// Checks every row and the structure of the file, without stopping at the first problem.
  func verify() throws -> VerificationReport {
    var report = VerificationReport()
    report.fileProblems = reportingFailure {
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
    report.fileProblems += reportingFailure {
      let tables = Dictionary(grouping: try tables(), by: \.key)
      let rows = try statement("SELECT \(StoredRow.columns), id, table_id FROM rows")
      try rows.forEachRow {
        let key = rows.int(8)
        let name = tables[key]?.first?.name
        let isIntact =
          (try? StoredRow(
            rows, table: TableIdentity(key: key, name: name ?? ""), id: nil)) != nil
        if !isIntact || name == nil {
          report.damagedRows.append(.init(table: name ?? String(key), id: rows.text(7)))
        }
        return true
      }
      return tables.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { key, tables in
        let names = tables.map(\.name.debugDescription).joined(separator: " and ")
        return
          "The tables \(names) have the same number \(key). Restore the store from a backup or an export."
      }
    }
    report.fileProblems += reportingFailure(indexProblems)
    return report
  }

  /// Returns the caches whose index and rows differ in identifiers or sizes.
  private func indexProblems() throws -> [String] {
    var problems: [String] = []
    for table in try tables() where try isCache(table) {
      let fitting = try number(
        """
        SELECT count(*) FROM \(table.index) AS x JOIN rows AS r
        ON r.table_id = \(table.key) AND r.id = x.id AND x.bytes = length(r.value)
        """)
      let rows = try number("SELECT count(*) FROM rows WHERE table_id = \(table.key)")
      let entries = try number("SELECT count(*) FROM \(table.index)")
      let sum = try number("SELECT coalesce(sum(bytes), 0) FROM \(table.index)")
      let total = try number("SELECT bytes FROM \(table.total)")
      if rows != fitting || entries != fitting || total != sum {
        problems.append(
          "The index of the cache \(table.name.debugDescription) does not fit its rows. Drop the cache."
        )
      }
    }
    return problems
  }

  private func number(_ sql: String) throws -> Int {
    try Int.fetchOne(database, sql: sql) ?? 0
  }

  /// Returns the problems that `check` finds, or the error that stopped it.
  private func reportingFailure(_ check: () throws -> [String]) -> [String] {
    do { return try check() } catch {
      return [StoreError.wrapping(error, at: path).message]
    }
  }
}
