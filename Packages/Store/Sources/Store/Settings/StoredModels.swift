/// Models of one class, each under a key, and the one that was saved last.
///
/// ```swift
/// let drafts = try StoredModels<Draft>(store)
/// try await drafts.save(draft, as: "inbox")
/// let last = try await drafts.latest()
/// ```
/// A class has a table of its own, so no other one sees or clears its models. What is removed is not the latest any
/// more; there is none then until the next one is saved.
public struct StoredModels<Model: Codable & Sendable>: Sendable {
  /// The name of the table that the models are in.
  public let table: String
  private let store: KeyValueStore

  /// The table with the key of the latest model of each class, by the name of its table.
  private static var latest: String { "latest.models" }

  /// Names the models of a class; the table is made when the first one is saved.
  ///
  /// - Parameters:
  ///   - store: Keeps them.
  ///   - table: The table that they are in; it is named after the class unless told.
  /// - Throws: ``StoreError`` with `invalidName`, as ``KeyValueStore/table(_:)`` does.
  public init(
    _ store: KeyValueStore, table: String = String(describing: Model.self)
  ) throws(StoreError) {
    try StoreTable.check(name: table)
    (self.store, self.table) = (store, table)
  }

  /// Keeps a model under a key, in place of the one that was there; it is the latest one now.
  ///
  /// - Throws: As all that the methods throw: ``StoreError``, and `CancellationError` when the task was cancelled
  ///   before its turn came.
  public func save(_ model: Model, as key: String) async throws {
    try await store.write { [table] transaction in
      try transaction.table(table).put(model, id: key)
      try transaction.table(Self.latest).put(key, id: table)
    }
  }

  /// The model of a key; `nil` when there is none.
  public func model(for key: String) async throws -> Model? {
    try await store.read { [table] in
      try $0.tableExists(table) ? $0.table(table).get(Model.self, id: key) : nil
    }
  }

  /// The model that was saved last, in this run or an earlier one; `nil` when there is none.
  public func latest() async throws -> Model? {
    try await store.read { [table] snapshot in
      guard try snapshot.tableExists(Self.latest),
        let key = try snapshot.table(Self.latest).get(String.self, id: table)
      else { return nil }
      return try snapshot.table(table).get(Model.self, id: key)
    }
  }

  /// Removes the model of a key; whether there was one.
  @discardableResult
  public func remove(_ key: String) async throws -> Bool {
    try await store.write { [table] transaction in
      let latest = try transaction.table(Self.latest)
      if try latest.get(String.self, id: table) == key { try latest.delete(id: table) }
      return try transaction.table(table).delete(id: key)
    }
  }

  /// Removes all models of the class, the latest one among them.
  public func removeAll() async throws {
    try await store.write { [table] transaction in
      try transaction.table(table).clear()
      try transaction.table(Self.latest).delete(id: table)
    }
  }
}
