/// The access of ``TableReading`` and ``TableWriting`` to a table's rows; it has no public members.
///
/// It is a value, not a closure parameter: code of the application in such a closure could use the store and deadlock.
public struct TableAccess {
  enum Source {
    /// Each operation is its own transaction.
    case store(Engine)
    case snapshot(Lent<RowReader>)
    case transaction(Lent<RowWriter>)
  }

  let source: Source
  let table: TableIdentity

  func read<Result>(
    _ body: (RowReader, TableIdentity) throws -> Result
  ) throws(StoreError) -> Result {
    switch source {
    case .store(let engine):
      return try engine.wrapping {
        try engine.read { reader in try reader.besideDamage { try body(reader, table) } }
      }
    case .snapshot(let lent):
      let reader = try lent.reader()
      return try reader.wrapping { try reader.besideDamage { try body(reader, table) } }
    case .transaction:
      return try write {
        try $0.checkExists($1)
        return try body($0.reader, $1)
      }
    }
  }

  func write<Result>(
    _ body: (RowWriter, TableIdentity) throws -> Result
  ) throws(StoreError) -> Result {
    switch source {
    case .store(let engine):
      return try engine.wrapping { try engine.write { try body($0, table) } }
    case .snapshot:
      throw StoreError(.readOnly, "A snapshot cannot be changed. Write in a transaction.")
    case .transaction(let lent):
      let writer = try lent.usable()
      return try writer.reader.wrapping { try writer.perform { try body(writer, table) } }
    }
  }
}
