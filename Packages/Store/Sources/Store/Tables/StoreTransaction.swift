/// One committed state of the store, valid inside the closure it was lent to.
///
/// Its own reading methods read the default table; ``table(_:)`` gives the others.
public final class StoreSnapshot: TableReading {
  private var reader: RowReader?
  /// Whether GRDB knows the schema as it is in this state.
  var hasFreshSchema = false

  init(_ reader: RowReader) {
    self.reader = reader
  }

  func end() { reader = nil }

  func usable() throws(StoreError) -> RowReader {
    guard let reader else { throw StoreError.ended }
    return reader
  }

  /// The table `name` in this state.
  ///
  /// - Throws: ``StoreError`` with `noSuchTable`; a snapshot makes no tables.
  public func table(_ name: String) throws(StoreError) -> SnapshotTable {
    let reader = try usable()
    do {
      guard let table = try reader.table(named: name) else { throw StoreError.noSuchTable(name) }
      return SnapshotTable(snapshot: self, identity: table)
    } catch { throw .wrapping(error, at: reader.path) }
  }

  /// Whether there is a table of that name in this state.
  public func tableExists(_ name: String) throws(StoreError) -> Bool {
    let reader = try usable()
    do { return try reader.table(named: name) != nil } catch {
      throw .wrapping(error, at: reader.path)
    }
  }

  /// Lends a reader of the default table; a building block of the reading methods.
  public func withReader<Result>(
    _ body: (TableReader) throws -> Result
  ) throws(StoreError) -> Result {
    try SnapshotTable(snapshot: self, identity: .default).withReader(body)
  }
}

/// One table in a snapshot, valid as long as the snapshot.
public struct SnapshotTable: TableReading {
  let snapshot: StoreSnapshot
  let identity: TableIdentity

  /// Lends a reader of the table; a building block of the reading methods.
  public func withReader<Result>(
    _ body: (TableReader) throws -> Result
  ) throws(StoreError) -> Result {
    let reader = try snapshot.usable()
    do { return try body(TableReader(rows: reader, table: identity)) } catch {
      throw .wrapping(error, at: reader.path)
    }
  }
}

/// Changes that are kept together, valid inside the closure it was lent to.
///
/// Its own methods read and write the default table; ``table(_:)`` gives the others. It sees its own
/// changes.
public final class StoreTransaction: TableWriting {
  private var writer: RowWriter?

  init(_ writer: RowWriter) {
    self.writer = writer
  }

  func end() { writer = nil }

  func usable() throws(StoreError) -> RowWriter {
    guard let writer else { throw StoreError.ended }
    return writer
  }

  /// The table `name`, made if there is none.
  ///
  /// - Throws: ``StoreError`` with `invalidName`.
  public func table(_ name: String) throws(StoreError) -> TransactionTable {
    try StoreTable.check(name: name)
    let writer = try usable()
    do {
      let table = try writer.perform { try writer.makeTable(named: name) }
      return TransactionTable(transaction: self, identity: table)
    } catch { throw .wrapping(error, at: writer.reader.path) }
  }

  /// Lends a reader of the default table; a building block of the reading methods.
  public func withReader<Result>(
    _ body: (TableReader) throws -> Result
  ) throws(StoreError) -> Result {
    try TransactionTable(transaction: self, identity: .default).withReader(body)
  }

  /// Lends a writer of the default table; a building block of the writing methods.
  public func withWriter<Result>(
    _ body: (TableWriter) throws -> Result
  ) throws(StoreError) -> Result {
    try TransactionTable(transaction: self, identity: .default).withWriter(body)
  }
}

/// One table in a transaction, valid as long as the transaction.
public struct TransactionTable: TableWriting {
  let transaction: StoreTransaction
  let identity: TableIdentity

  /// Lends a reader of the table; a building block of the reading methods.
  public func withReader<Result>(
    _ body: (TableReader) throws -> Result
  ) throws(StoreError) -> Result {
    let writer = try transaction.usable()
    do {
      return try writer.perform { try body(TableReader(rows: writer.reader, table: identity)) }
    } catch {
      throw .wrapping(error, at: writer.reader.path)
    }
  }

  /// Lends a writer of the table; a building block of the writing methods.
  public func withWriter<Result>(
    _ body: (TableWriter) throws -> Result
  ) throws(StoreError) -> Result {
    let writer = try transaction.usable()
    do { return try writer.perform { try body(TableWriter(rows: writer, table: identity)) } } catch
    {
      throw .wrapping(error, at: writer.reader.path)
    }
  }
}

extension StoreError {
  static var ended: StoreError {
    StoreError(
      .closed,
      "A snapshot or transaction was used after its closure had returned. Copy out what is needed.")
  }
}
