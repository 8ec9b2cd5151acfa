internal import Models

/// The stored models of one class, each under a key; the most recently saved one can be read without its key.
///
/// ```swift
/// let drafts = try StoredModels<Draft>(store)
/// try await drafts.save(draft, as: "inbox")
/// let last = try await drafts.latest()
/// ```
/// Each class has its own table, separate from other classes. Two private classes with the same name need explicit
/// table names. After the latest model is removed, there is no latest model until the next save.
public struct StoredModels<Model: Codable & Sendable>: Sendable {
  /// The name of the table that contains the models.
  public let table: String
  private let store: KeyValueStore

  /// The table with the key of each class's latest model; its identifiers are the table names of the classes.
  private static var latest: String { "latest.models" }

  /// Makes a collection of stored models; the first save creates the table.
  ///
  /// - Parameters:
  ///   - store: The store that contains the models.
  ///   - table: The table of the models; by default the class name with its module, such as `Shop.Cart.Draft`.
  /// - Throws: ``StoreError`` with `invalidName` as in ``KeyValueStore/table(_:)``, because a class name may be too
  ///   long, and for the reserved name `latest.models`.
  public init(_ store: KeyValueStore, table: String? = nil) throws(StoreError) {
    let table = table ?? Self.nameOfClass
    try StoreTable.check(name: table)
    guard table != Self.latest else {
      throw StoreError(
        .invalidName,
        "The table \"\(table)\" keeps which models are the latest. Choose another name.")
    }
    (self.store, self.table) = (store, table)
  }

  /// The class name with its module, without white space and the numbers of private contexts, which vary by run.
  private static var nameOfClass: String {
    String(reflecting: Model.self)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .filter { !$0.isWhitespace }
  }

  /// Stores a model under a key and replaces an older model; it becomes the latest model.
  ///
  /// - Throws: ``StoreError``, as all methods do, or `CancellationError` if cancelled before the write begins.
  public func save(_ model: Model, as key: String) async throws {
    try await store.write { [table] transaction in
      try transaction.table(table).put(model, id: key)
      try transaction.table(Self.latest).put(key, id: table)
    }
  }

  /// Returns the model under a key, or `nil` if there is none.
  public func model(for key: String) async throws -> Model? {
    try await store.read { [table] in
      try $0.tableExists(table) ? $0.table(table).get(Model.self, id: key) : nil
    }
  }

  /// Returns the most recently saved model, even from an earlier run, or `nil` if there is none.
  public func latest() async throws -> Model? {
    try await store.read { [table] snapshot in
      guard try snapshot.tableExists(table), try snapshot.tableExists(Self.latest),
        let key = try snapshot.table(Self.latest).get(String.self, id: table)
      else { return nil }
      return try snapshot.table(table).get(Model.self, id: key)
    }
  }

  /// Removes the model under a key; returns whether it existed.
  @discardableResult
  public func remove(_ key: String) async throws -> Bool {
    try await store.write { [table] transaction in
      guard try transaction.tableExists(table) else { return false }
      let latest = try transaction.table(Self.latest)
      let latestKey = try latest.get(String.self, id: table)
      if latestKey.map(ExactKey.init) == ExactKey(key) { try latest.delete(id: table) }
      return try transaction.table(table).delete(id: key)
    }
  }

  /// Removes all models of the class, including the latest.
  public func removeAll() async throws {
    try await store.write { [table] transaction in
      guard try transaction.tableExists(table) else { return }
      try transaction.table(table).clear()
      try transaction.table(Self.latest).delete(id: table)
    }
  }
}
