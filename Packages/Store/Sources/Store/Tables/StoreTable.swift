/// A handle to one table of a store; each operation is a transaction of its own.
///
/// ```swift
/// let drafts = try store.table("drafts")
/// try drafts.put("Dear …", id: "letter", expiresAfter: .seconds(3600))
/// ```
///
/// A handle is a small value that may be copied and used from any thread. It throws
/// ``StoreError/Code/noSuchTable`` once the table was dropped.
public struct StoreTable: TableWriting, Sendable {
  let engine: Engine
  let identity: TableIdentity

  /// The name of the table.
  public var name: String { identity.name }

  /// Lends a reader on the last committed state; a building block of the reading methods.
  public func withReader<Result>(
    _ body: (TableReader) throws -> Result
  ) throws(StoreError) -> Result {
    try engine.wrapping {
      try engine.read { try body(TableReader(rows: $0, table: identity)) }
    }
  }

  /// Lends a writer in a transaction of its own; a building block of the writing methods.
  public func withWriter<Result>(
    _ body: (TableWriter) throws -> Result
  ) throws(StoreError) -> Result {
    try engine.wrapping {
      try engine.write { try body(TableWriter(rows: $0, table: identity)) }
    }
  }

  static func check(name: String) throws(StoreError) {
    let isAllowed =
      !name.isEmpty && name.utf8.count <= 128
      && !name.unicodeScalars.contains {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      }
    guard !isAllowed else { return }
    throw StoreError(
      .invalidName,
      "\(name.debugDescription) is not a name for a table. Use 1 to 128 bytes without white space "
        + "and control characters.")
  }
}
