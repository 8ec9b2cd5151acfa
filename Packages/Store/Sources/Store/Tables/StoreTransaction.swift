/// A snapshot: one committed state of the store, valid only inside its closure.
///
/// Its reading methods read the default table; ``table(_:)`` gives other tables in the same state.
public struct StoreSnapshot: TableReading {
  let lent: Lent<RowReader>
  let identity: TableIdentity

  /// Returns the table `name` in this state.
  ///
  /// - Throws: ``StoreError`` with `noSuchTable`; a snapshot does not make tables.
  public func table(_ name: String) throws(StoreError) -> StoreSnapshot {
    let reader = try lent.reader()
    let table = try reader.wrapping { try reader.table(named: name) }
    guard let table else { throw .noSuchTable(name) }
    return StoreSnapshot(lent: lent, identity: table)
  }

  /// The access to the rows of the table.
  public var access: TableAccess { TableAccess(source: .snapshot(lent), table: identity) }
}

/// A transaction: changes that are committed together, valid only inside its closure.
///
/// Its methods read and write the default table and see its own changes; ``table(_:)`` gives other tables.
public struct StoreTransaction: TableWriting {
  let lent: Lent<RowWriter>
  let identity: TableIdentity

  /// Returns the table `name`, and makes it if it does not exist.
  ///
  /// - Throws: ``StoreError`` with `invalidName`.
  public func table(_ name: String) throws(StoreError) -> StoreTransaction {
    try StoreTable.check(name: name)
    let table = try access.write { rows, _ in try rows.makeTable(named: name) }
    return StoreTransaction(lent: lent, identity: table)
  }

  /// The access to the rows of the table.
  public var access: TableAccess { TableAccess(source: .transaction(lent), table: identity) }
}

/// An access for a snapshot or transaction; it becomes invalid when its closure returns.
final class Lent<Access> {
  private var access: Access?

  private init(_ access: Access) { self.access = access }

  /// - Throws: ``StoreError`` with `closed` after the closure has returned.
  func usable() throws(StoreError) -> Access {
    guard let access else {
      throw StoreError(
        .closed,
        "A snapshot or transaction was used after its closure had returned. Copy out what is needed."
      )
    }
    return access
  }

  static func lend<Result>(
    _ access: Access, to body: (Lent<Access>) throws -> Result
  ) rethrows -> Result {
    let lent = Lent(access)
    defer { lent.access = nil }
    return try body(lent)
  }
}

extension Lent<RowReader> {
  /// - Throws: ``StoreError`` with `closed` after the closure has returned, or with `snapshotEnded`.
  func reader() throws(StoreError) -> RowReader {
    let reader = try usable()
    try reader.checkSnapshot()
    return reader
  }
}

extension RowReader {
  /// Runs `body` with a snapshot; it fails if the snapshot has ended early, even if `body` caught the error.
  func lend<Result>(to body: (StoreSnapshot) throws -> Result) throws -> Result {
    let result = try Lent.lend(self) { try body(StoreSnapshot(lent: $0, identity: .default)) }
    try checkSnapshot()
    return result
  }

  func wrapping<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch { throw .wrapping(error, at: path) }
  }
}

extension RowWriter {
  func lend<Result>(to body: (StoreTransaction) throws -> Result) rethrows -> Result {
    try Lent.lend(self) { try body(StoreTransaction(lent: $0, identity: .default)) }
  }
}
