internal import Models

/// Models of one class, each under a key, and the one that was saved last.
///
/// ```swift
/// let drafts = try StoredModels<Draft>(store)
/// try await drafts.save(draft, as: "inbox")
/// let last = try await drafts.latest()
/// ```
/// A class has a table of its own, so no other one sees or clears its models; tell the tables of two private classes of
/// one name. What is removed is not the latest any more; there is none then until the next one is saved.
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
  ///   - table: The table that they are in; by default the class with its module, such as `Shop.Cart.Draft`.
  /// - Throws: ``StoreError`` with `invalidName`, as ``KeyValueStore/table(_:)`` does (the name of a class may be too
  ///   long), and for `latest.models`, where the keys of the latest models are.
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

  /// The class with its module, without white space and without the numbers that private classes have in one run.
  private static var nameOfClass: String {
    String(reflecting: Model.self)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .filter { !$0.isWhitespace }
  }

  /// Keeps a model under a key, in place of the one that was there; it is the latest one now.
  ///
  /// - Throws: As all methods ``StoreError``, and `CancellationError` when cancelled before its turn.
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
      guard try snapshot.tableExists(table), try snapshot.tableExists(Self.latest),
        let key = try snapshot.table(Self.latest).get(String.self, id: table)
      else { return nil }
      return try snapshot.table(table).get(Model.self, id: key)
    }
  }

  /// Removes the model of a key; whether there was one.
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

  /// Removes all models of the class, the latest one among them.
  public func removeAll() async throws {
    try await store.write { [table] transaction in
      guard try transaction.tableExists(table) else { return }
      try transaction.table(table).clear()
      try transaction.table(Self.latest).delete(id: table)
    }
  }
}
