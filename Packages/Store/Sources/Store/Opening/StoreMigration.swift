/// A migration: one step that converts an application's stored values to their next shape.
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
/// A migration runs once per file, in one transaction with all other missing migrations: if one throws, the file stays
/// unchanged and does not open. If a file records a name that the configuration does not list, a newer application
/// wrote it, and opening fails. Never rename, reorder or remove a released migration.
public struct StoreMigration: Sendable {
  /// The name recorded in the file.
  public let name: String

  let body: @Sendable (StoreTransaction) throws -> Void

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - name: A unique name without NUL, otherwise opening throws `invalidName`; names with the prefix `store ` are
  ///     reserved.
  ///   - body: The closure that migrates; it may put and delete values and make tables.
  public init(_ name: String, _ body: @escaping @Sendable (StoreTransaction) throws -> Void) {
    self.name = name
    self.body = body
  }
}
