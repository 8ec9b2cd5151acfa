/// One step that brings an application's stored values to their next shape.
///
/// ```swift
/// configuration.migrations = [
///   StoreMigration("1 upper-case names") { transaction in
///     for item in try transaction.all(String.self) {
///       try transaction.put(item.value.uppercased(), id: item.id)
///     }
///   }
/// ]
/// ```
///
/// A migration runs once in the life of a file, in one transaction with the others that the file lacks: when one throws,
/// the file stays as it was and does not open. A file that records a name which the configuration does not list was
/// written by a newer application and is refused. Never rename, reorder or remove a released migration.
public struct StoreMigration: Sendable {
  /// The name recorded in the file.
  public let name: String

  let body: @Sendable (StoreTransaction) throws -> Void

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - name: Unlike the others', or opening throws `invalidName`; `store …` is the store's own.
  ///   - body: What it does; it may put, delete, and make tables.
  public init(_ name: String, _ body: @escaping @Sendable (StoreTransaction) throws -> Void) {
    self.name = name
    self.body = body
  }
}
