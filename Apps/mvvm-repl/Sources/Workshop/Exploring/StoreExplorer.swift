import Bindings
import Foundation
import Models
import REPLKit
import Store
import ViewModels

/// The workshop's store, to explore by hand: put, get, delete, and see every change of it.
///
/// ```
/// store.put("city", "上海")
/// watch store["city"]
/// store["city"] = "北京"
/// store.putAll(["a": 1, "b": 2])
/// store.page(limit: 2, after: "a")
/// store.all | table
/// ```
@MainActor
@ViewModel
final class StoreExplorer {
  /// A row of a table.
  struct Row: Codable, Equatable, Sendable {
    /// The id of the value.
    var id: String
    /// The value; binary data is shown as its number of bytes, and what is under the name of a secret as `…`.
    var value: DynamicValue
    /// The time when the id was first put, in UTC.
    var created: String
    /// The time when the value was last put, in UTC.
    var updated: String
    /// The time when the value expires, in UTC; `nil` for a value that is kept.
    var expires: String?
  }

  /// A table and the number of its values.
  struct Table: Codable, Equatable, Sendable {
    /// The name.
    var name: String
    /// The number of values.
    var count: Int
  }

  /// The table that all commands use.
  fileprivate(set) var table: String = defaultTable
  /// The first thousand rows of the table.
  fileprivate(set) var all: [Row] = []
  /// The number of values in the table.
  fileprivate(set) var count: Int = 0
  /// The ids of the first thousand rows.
  var ids: [String] { all.map(\.id) }
  /// The tables of the store.
  fileprivate(set) var tables: [Table] = []
  /// The file, or `:memory:`.
  fileprivate(set) var path: String = ""

  /// Puts a value under an id, for good or for some seconds.
  @Command(policy: .queue(max: 1000))
  func put(
    _ id: String, _ value: DynamicValue, seconds: Double? = nil
  ) async throws {
    let content = try Self.content(value)
    let lifetime = try Lifetime.duration(seconds: seconds)
    try await change { try $0.put(content, id: id, expiresAfter: lifetime) }
  }

  /// Puts every value under its id in one transaction.
  @Command(policy: .queue(max: 1000))
  func putAll(_ values: [String: DynamicValue]) async throws {
    let contents = try values.mapValues(Self.content)
    try await change { try $0.putAll(contents) }
  }

  /// The value of an id; `nil` without one.
  @Command(policy: .queue(max: 1000))
  func get(_ id: String) async throws -> DynamicValue {
    let table = table
    let value = try await database.use { store in
      let found = try await store.read { try $0.table(table).get(StoredContent.self, id: id) }
      // The value may have expired since it was shown.
      if found == nil, all.contains(where: { $0.id == id }) { try await refresh() }
      return Self.value(found)
    }
    // The log has the result, too.
    getCommand.node.isSecure = value.hasSecret(under: id)
    return value
  }

  /// Deletes a value; returns whether there was one.
  @Command(policy: .queue(max: 1000))
  func delete(_ id: String) async throws -> Bool {
    try await change { try $0.delete(id: id) }
  }

  /// Deletes the values of several ids in one transaction; returns how many there were.
  @Command(policy: .queue(max: 1000))
  func deleteIDs(_ ids: [String]) async throws -> Int {
    try await change { try $0.delete(ids: ids) }
  }

  /// Deletes the values whose ids begin with this; returns how many there were.
  @Command(policy: .queue(max: 1000))
  func deletePrefix(_ prefix: String) async throws -> Int {
    guard !prefix.isEmpty else {
      throw Message(
        "every id begins with \"\"; clear() deletes them all",
        "所有 id 都以空字符串开头；clear() 会全部删除")
    }
    return try await change { try $0.delete(in: .prefix(prefix)) }
  }

  /// A page of the rows in the order of their ids: the first ones, or those after an id.
  @Command(policy: .queue(max: 1000))
  func page(limit: Int = 20, after id: String? = nil, prefix: String = "") async throws -> [Row] {
    guard (1...Self.rowsShown).contains(limit) else {
      throw Message("a page has 1 to \(Self.rowsShown) rows", "一页有 1 到 \(Self.rowsShown) 行")
    }
    let table = table
    let range = id.map(IDRange.prefix(prefix).after) ?? .prefix(prefix)
    return try await database.use { store in
      try await store.read { snapshot in
        try snapshot.table(table).items(StoredContent.self, in: range, limit: limit).map(Row.init)
      }
    }
  }

  /// Deletes every value of the table.
  @Command(policy: .queue(max: 1000))
  func clear() async throws {
    try await change { try $0.clear() }
  }

  /// Switches to another table, and creates it if needed; the first one is named default.
  @Command(policy: .queue(max: 1000))
  func use(_ name: String) async throws {
    try await database.use { store in
      _ = try store.table(name)
      table = name
      try await refresh()
    }
  }

  /// Deletes a table with all its values; returns whether there was one.
  ///
  /// The first table can only be cleared.
  @Command(policy: .queue(max: 1000))
  func drop(_ name: String) async throws -> Bool {
    try await showing { _ in
      let existed = try await database.dropTable(name)
      if table == name { table = Self.defaultTable }
      return existed
    }
  }

  /// Changes the table in one transaction, and shows it.
  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction) throws -> Result
  ) async throws -> Result {
    let table = table
    return try await showing { store in try await store.write { try body($0.table(table)) } }
  }

  private nonisolated static let defaultTable = "default"
  private nonisolated static let rowsShown = 1000

  private let database: WorkshopDatabase
  /// The values that were requested by key, which are followed from then on.
  @Ignored private var keys: [String: Property<DynamicValue>] = [:]
  /// The first thousand values as they were read last, and their rows.
  @Ignored private var rows = Results<StoreItem<StoredContent>, Row>()
  /// The number of changes that commands make at the moment; each command shows its own change.
  @Ignored private var ownChanges = 0
  /// Whether the store is closed, so that it is not opened again to show a change.
  @Ignored private var isClosed = false

  init(database: WorkshopDatabase) { self.database = database }

  /// Opens the store, and shows its content and from now on also changes by others.
  ///
  /// - Throws: `StoreError` when the store cannot be opened; each command tries again.
  func open() async throws {
    await database.follow { [weak self] in await self?.showChange() ?? false }
    try await refresh()
  }

  /// A stored value, with the rest of its lifetime.
  struct Kept: Sendable {
    fileprivate let id: String
    fileprivate let content: StoredContent
    fileprivate let lifetime: Duration?

    fileprivate init(_ item: StoreItem<StoredContent>, at now: Date) {
      (id, content) = (item.id, item.value)
      lifetime = item.expires.map { .seconds(max(0.001, $0.timeIntervalSince(now))) }
    }
  }

  /// The first values of each table, in memory or in the file; none when they cannot be read.
  func kept() async -> [String: [Kept]] { await Self.kept(in: database) }

  /// The first values of each table of a database.
  static func kept(in database: WorkshopDatabase) async -> [String: [Kept]] {
    guard let store = try? await database.store(), let names = try? store.tableNames() else {
      return [:]
    }
    let now = database.now
    let tables = try? await store.read { snapshot in
      try names.map { name in
        let items = try snapshot.table(name).items(StoredContent.self, limit: rowsShown)
        return (name, items.map { Kept($0, at: now) })
      }
    }
    return Dictionary(uniqueKeysWithValues: tables ?? [])
  }

  /// Puts the values of another store into a database that nobody explores yet.
  static func put(_ tables: [String: [Kept]], into database: WorkshopDatabase) async throws {
    guard !tables.isEmpty else { return }
    try await database.store().write { transaction in
      for (name, values) in tables {
        let table = try transaction.table(name)
        for value in values {
          try table.put(value.content, id: value.id, expiresAfter: value.lifetime)
        }
      }
    }
  }

  /// Stops following the store.
  func close() { isClosed = true }

  /// Shows a change by others, whose cause is no statement here; returns whether more changes are to be shown.
  ///
  /// A running command will show it together with its own change. A damaged row shows nothing; a command that reads the
  /// row reports the reason.
  private func showChange() async -> Bool {
    if !isClosed, ownChanges == 0 { try? await Trace.withCause(nil) { try await refresh() } }
    return !isClosed
  }

  /// Changes the store, and shows the change as the command's own before others are told.
  private func showing<Result>(
    _ change: (KeyValueStore) async throws -> Result
  ) async throws -> Result {
    try await database.change { store in
      ownChanges += 1
      defer { ownChanges -= 1 }
      let result = try await change(store)
      try await refresh()
      return result
    }
  }

  /// Shows the content of the store, all of it in one change.
  private func refresh() async throws {
    let store = try await database.store()
    let (table, keys, names) = (table, Array(keys.keys), try store.tableNames())
    let known = rows
    let state = try await store.read { snapshot in
      let current = try snapshot.table(table)
      var rows = known
      return (
        all: rows.take(try current.items(StoredContent.self, limit: Self.rowsShown), Row.init),
        rows: rows,
        count: try current.count(),
        tables: try names.filter { try snapshot.tableExists($0) }.map {
          Table(name: $0, count: try snapshot.table($0).count())
        },
        values: try keys.map { Self.value(try current.get(StoredContent.self, id: $0)) }
      )
    }
    guard table == self.table else { return }
    batch {
      path = store.path
      all = state.all
      rows = state.rows
      count = state.count
      tables = state.tables
      for (key, value) in zip(keys, state.values) {
        guard let property = self.keys[key], property.peek() != value else { continue }
        let isSecret = value.hasSecret(under: key)
        // The log has the old value beside the new one.
        if isSecret { property.node.isSecure = true }
        property.value = value
        property.node.isSecure = isSecret
      }
    }
  }

  private static func content(_ value: DynamicValue) throws -> StoredContent {
    .json(try ModelEncoder().text(value))
  }

  private nonisolated static func value(_ content: StoredContent?) -> DynamicValue {
    switch content {
    case nil: .null
    case .bytes(let bytes): .string("\(bytes.count) bytes")
    case .json(let text):
      (try? ModelDecoder().decode(DynamicValue.self, from: text)) ?? .string(text)
    }
  }
}

extension StoreExplorer: KeyedViewModel {
  /// The ids of the table.
  var suggestedKeys: [DynamicValue] { $all.peek().map { .string($0.id) } }

  /// Reads and then follows the value of an id; the cause of the value is who put it, not who reads it.
  func load(_ key: DynamicValue) async throws {
    guard case .string(let id) = key else { return }
    try await Trace.withCause(nil) {
      let found = try await get(id)
      // Otherwise somebody else has changed the store.
      if property(of: id, found: found).peek() != found { try await refresh() }
    }
  }

  /// The value of an id; setting it puts it, and `nil` deletes it.
  func element(_ key: DynamicValue) throws(ViewModelError) -> KeyedElement {
    guard case .string(let id) = key else {
      throw ViewModelError(
        .typeMismatch, "the ids of a store are texts: write store[\"\(key)\"].")
    }
    return KeyedElement(property(of: id)) { [self] value in
      if value == .null { _ = try await delete(id) } else { try await put(id, value) }
    }
  }

  private func property(of id: String, found value: DynamicValue = .null) -> Property<DynamicValue>
  {
    if let property = keys[id] { return property }
    let property = Property(value, label: "store[\(id.debugDescription)]")
    // The prompt masks the value, and the log leaves it out.
    property.node.isSecure = value.hasSecret(under: id)
    keys[id] = property
    return property
  }
}

extension StoreExplorer.Row {
  fileprivate init(_ item: StoreItem<StoredContent>) {
    id = item.id
    // Otherwise all rows would be hidden with it.
    value = StoreExplorer.value(item.value).maskingSecrets(under: id)
    created = Formatting.dateTime(item.created)
    updated = Formatting.dateTime(item.updated)
    expires = item.expires.map { Formatting.dateTime($0) }
  }
}
