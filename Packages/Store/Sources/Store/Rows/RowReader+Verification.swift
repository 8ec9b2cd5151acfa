internal import CStoreSums
internal import GRDB

extension RowReader {
  /// Checks every row and the structure of the file, without stopping at the first problem.
  func verify() throws -> VerificationReport {
    var report = VerificationReport()
    var structure = PageSums.checking(StoreSumsAll, of: database) {
      reportingFailure(structureProblems)
    }
    let isWhole = structure.isEmpty
    let tables = PageSums.checking(StoreSumsTrustRows, of: database) {
      let problems = rowProblems(&report)
      // Rows have checksums of their own, so all that is wrong with their pages may be the damaged rows, or nothing.
      if !isWhole { structure = reportingFailure(structureProblems) }
      return problems
    }
    if !isWhole {
      // The other tables have none.
      structure += PageSums.checking(StoreSumsAll, of: database) {
        reportingFailure(otherTablesProblems)
      }
    }
    report.fileProblems = structure + tables + reportingFailure(indexProblems)
    return report
  }

  /// Returns what SQLite's own check finds: rows and indexes that do not fit, pages that are used twice or never.
  func structureProblems() throws -> [String] {
    try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
  }

  private func otherTablesProblems() throws -> [String] {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rows'")
    return tables.flatMap { table in
      reportingFailure {
        try String.fetchAll(
          database, sql: "PRAGMA integrity_check(\(table.quotedDatabaseIdentifier))"
        ).filter { $0 != "ok" }
      }
    }
  }

  /// Runs a read again past the checksums of pages if one of them stopped it and the structure of the file is right.
  ///
  /// Each row that is read is verified by its own checksum.
  func besideDamage<Result>(_ read: () throws -> Result) throws -> Result {
    do { return try read() } catch let error as StoreError where error.isPageDamage {
      return try PageSums.checking(StoreSumsTrustRows, of: database) {
        guard try structureProblems().isEmpty else { throw error }
        return try read()
      }
    }
  }

  /// Refuses to read after an error of reading, such as one of the disk, has made SQLite end the snapshot's transaction.
  func checkSnapshot() throws(StoreError) {
    guard !database.isInsideTransaction else { return }
    throw StoreError(
      .snapshotEnded,
      "An error while reading \(path) ended the snapshot, and what follows would be of a later state. Read again."
    )
  }

  /// Runs `copy`, whose new pages get checksums of their own, which must not hide damage.
  func copying(_ copy: () throws -> Void) throws {
    do { try PageSums.checking(StoreSumsAll, of: database, copy) } catch {
      guard StoreError.wrapping(error, at: path).code == .damaged, try verify().isIntact else {
        throw error
      }
      // Only bytes without content are damaged.
      try PageSums.checking(StoreSumsNone, of: database, copy)
    }
  }

  /// Adds the damaged rows to the report, and returns the problems of their tables.
  private func rowProblems(_ report: inout VerificationReport) -> [String] {
    reportingFailure {
      let tables = Dictionary(grouping: try tables(), by: \.key)
      // Each row is read by itself: a wrong number of an overflow page would end a list of them.
      let numbers = try statement("SELECT rowid, table_id, id FROM rows")
      let row = try statement("SELECT \(StoredRow.columns) FROM rows WHERE rowid = ?1")
      try numbers.forEachRow {
        let (key, id) = (numbers.int(1), numbers.text(2))
        let name = tables[key]?.first?.name
        row.bind(numbers.int(0), at: 1)
        let table = TableIdentity(key: key, name: name ?? "")
        let found = try? row.first { try StoredRow(row, table: table, id: id) }
        if found == nil || name == nil {
          report.damagedRows.append(.init(table: name ?? String(key), id: id))
        }
        return true
      }
      return tables.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { key, tables in
        let names = tables.map(\.name.debugDescription).joined(separator: " and ")
        return
          "The tables \(names) have the same number \(key). Restore the store from a backup or an export."
      }
    }
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
