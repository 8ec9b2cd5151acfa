/// Saved models of one type, and which of them was saved last.
///
/// ```swift
/// let logins = try ModelDefaults(RememberedLogin.self, in: store)
/// try logins.save(login, id: login.phone)
/// let offered = try logins.latest()
/// ```
public struct ModelDefaults<Model: Codable & Sendable>: Sendable {
  /// The table with the models, to read, list and observe them by.
  public let table: StoreTable
  private let store: KeyValueStore

  /// Where the identifier of the latest model is, in the table of pointers.
  private static var pointers: String { "models.latest" }

  /// Opens the saved models of a type in a table of their own.
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - store: The store that keeps them.
  ///   - name: The table; by default named after the type, so give one before renaming a type.
  /// - Throws: ``StoreError`` as ``KeyValueStore/table(_:)`` does.
  public init(
    _ type: Model.Type, in store: KeyValueStore, table name: String? = nil
  ) throws(StoreError) {
    self.store = store
    self.table = try store.table(name ?? "models/\(type)".filter { !$0.isWhitespace })
  }

  /// Saves a model, which becomes the latest one.
  public func save(_ model: Model, id: String) throws(StoreError) {
    try change { transaction in
      try transaction.table(table.name).put(model, id: id)
      try transaction.table(Self.pointers).put(id, id: table.name)
    }
  }

  /// The model that was saved last, or nil when there is none or it was removed.
  public func latest() throws(StoreError) -> Model? {
    try store.engine.wrapping {
      try store.read { snapshot in
        guard try snapshot.tableExists(Self.pointers),
          let id = try snapshot.table(Self.pointers).get(String.self, id: table.name)
        else { return nil }
        return try snapshot.table(table.name).get(Model.self, id: id)
      }
    }
  }

  /// Removes a model; whether there was one.
  ///
  /// If it was the latest, there is no latest any more.
  @discardableResult
  public func remove(id: String) throws(StoreError) -> Bool {
    try change { transaction in
      let pointers = try transaction.table(Self.pointers)
      if try pointers.get(String.self, id: table.name).map({ $0.utf8.elementsEqual(id.utf8) })
        == true
      {
        try pointers.delete(id: table.name)
      }
      return try transaction.table(table.name).delete(id: id)
    }
  }

  /// Removes all models, and with them the latest.
  public func removeAll() throws(StoreError) {
    try change { transaction in
      try transaction.table(Self.pointers).delete(id: table.name)
      try transaction.table(table.name).clear()
    }
  }

  private func change<Result>(
    _ body: (StoreTransaction) throws -> Result
  ) throws(StoreError) -> Result {
    try store.engine.wrapping { try store.write(body) }
  }
}
