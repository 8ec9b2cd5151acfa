internal import GRDB

extension RowReader {
  /// Checks every row and the structure of the file, without stopping at the first problem.
  func verify() throws -> VerificationReport {
    var report = VerificationReport()
    report.fileProblems = reportingFailure {
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
    report.fileProblems += reportingFailure {
      var names: [Int64: String] = [:]
      let tables = try statement("SELECT id, name FROM tables")
      try tables.forEachRow {
        names[tables.int(0)] = tables.text(1)
        return true
      }
      let rows = try statement("SELECT \(StoredRow.columns), id, table_id FROM rows")
      try rows.forEachRow {
        let key = rows.int(8)
        let name = names[key]
        let isIntact =
          (try? StoredRow(
            rows, table: TableIdentity(key: key, name: name ?? ""), id: nil)) != nil
        if !isIntact || name == nil {
          report.damagedRows.append(.init(table: name ?? String(key), id: rows.text(7)))
        }
        return true
      }
      return []
    }
    return report
  }

  /// The problems that `check` finds, or the failure that stopped it.
  private func reportingFailure(_ check: () throws -> [String]) -> [String] {
    do { return try check() } catch {
      return [StoreError.wrapping(error, at: path).message]
    }
  }
}
