/// A handle to a table of a store; each operation is its own transaction.
///
/// ```swift
/// let drafts = try store.table("drafts")
/// try drafts.put("Dear …", id: "letter", expiresAfter: .seconds(3600))
/// ```
///
/// A handle is a small value that may be copied and used on any thread. After the table is dropped, its methods throw
/// ``StoreError/Code/noSuchTable``.
public struct StoreTable: TableWriting, Sendable {
  let engine: Engine
  let identity: TableIdentity

  /// The name of the table.
  public var name: String { identity.name }

  /// The access to the rows of the table.
  public var access: TableAccess { TableAccess(source: .store(engine), table: identity) }

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
