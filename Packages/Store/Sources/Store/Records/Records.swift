/// The stored records of one type, through a store, a transaction or a snapshot.
///
/// ```swift
/// let contacts = try store.records(Contact.self)
/// try contacts.put(Contact(id: "1", name: "李", age: 30))
/// let adults = try contacts.matching(\.age, in: 18...).sorted(by: \.name).fetch(limit: 20)
/// ```
public struct Records<Model: Record, Rows: TableReading> {
  /// The table beneath, to count, delete, list identifiers or read times with.
  ///
  /// Values cannot be put through it, since they would not be indexed.
  public let table: Rows

  let fields: FieldMap<Model>

  /// The record under `id`, or nil.
  public func get(id: String) throws(StoreError) -> Model? {
    try table.get(Model.self, id: id)
  }

  /// A query for every record, to be narrowed, sorted and fetched.
  public var all: RecordQuery<Model, Rows> {
    RecordQuery(records: self, plan: QueryPlan())
  }
}

extension Records: Sendable where Rows: Sendable {}

extension Records where Rows: TableWriting {
  /// Puts a record in place of the one with the same identifier.
  ///
  /// - Throws: ``StoreError`` with `notUnique` when another record has the same value in a unique
  ///   field, and whatever putting a value throws.
  public func put(_ record: Model, expiresAfter lifetime: Duration? = nil) throws(StoreError) {
    try putAll(CollectionOfOne(record), expiresAfter: lifetime)
  }

  /// Puts every record, or none when one fails.
  public func putAll(
    _ records: some Sequence<Model>, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    try table.withWriter { writer in
      try writer.rows.check(writer.table, is: fields.declaration)
      let expires = lifetime.map(writer.rows.time(after:))
      try writer.rows.atomically {
        for record in records {
          let id = record.recordID
          let encoded = try Codec.encode(record, id: id)
          try writer.rows.put(
            encoded.bytes, fields: fields.values(of: record), named: fields.names, id: id,
            in: writer.table, expires: expires)
        }
      }
    }
  }

  /// Deletes the record under `id`; whether there was one.
  @discardableResult
  public func delete(id: String) throws(StoreError) -> Bool {
    try table.delete(id: id)
  }
}

/// A record type's declared fields, by position.
struct FieldMap<Model: Record>: Sendable {
  let indexes: [RecordIndex<Model>]

  init() {
    indexes = Model.indexes
  }

  var names: [String] { indexes.map(\.name) }

  /// The declaration as it is recorded in the file.
  var declaration: TableDeclaration {
    .records(indexes.map { FieldDeclaration(name: $0.name, isUnique: $0.isUnique) })
  }

  func values(of record: Model) -> [IndexValue] {
    indexes.map { $0.value(record) }
  }

  func position(of keyPath: PartialKeyPath<Model>) -> Int? {
    indexes.firstIndex { $0.keyPath == keyPath }
  }
}

extension KeyValueStore {
  /// The stored records of a type; makes their table and brings its index up to date.
  ///
  /// - Throws: ``StoreError`` with `wrongType` when a changed declaration meets stored values that
  ///   are not such records, and with `readOnly` when a read-only store would have to be changed.
  /// - Complexity: O(1), or O(records) after the declaration changed.
  public func records<Model: Record>(_ type: Model.Type) throws(StoreError) -> Records<
    Model, StoreTable
  > {
    try StoreTable.check(name: Model.recordTable)
    let fields = FieldMap<Model>()
    do {
      let upToDate = try engine.read { reader in
        try reader.table(named: Model.recordTable).flatMap { table in
          try reader.declaration(of: table) == fields.declaration ? table : nil
        }
      }
      let identity =
        if let upToDate { upToDate } else { try engine.write { try $0.prepare(fields) } }
      return Records(table: StoreTable(engine: engine, identity: identity), fields: fields)
    } catch { throw .wrapping(error, at: path) }
  }
}

extension StoreTransaction {
  /// The stored records of a type; makes their table and brings its index up to date.
  public func records<Model: Record>(
    _ type: Model.Type
  ) throws(StoreError) -> Records<Model, TransactionTable> {
    try StoreTable.check(name: Model.recordTable)
    let fields = FieldMap<Model>()
    let writer = try usable()
    do {
      let table = TransactionTable(transaction: self, identity: try writer.prepare(fields))
      return Records(table: table, fields: fields)
    } catch { throw .wrapping(error, at: writer.reader.path) }
  }
}

extension StoreSnapshot {
  /// The stored records of a type.
  ///
  /// - Throws: ``StoreError`` with `noSuchTable` or, when they were stored with another declaration,
  ///   `wrongTableKind`.
  public func records<Model: Record>(
    _ type: Model.Type
  ) throws(StoreError) -> Records<Model, SnapshotTable> {
    let fields = FieldMap<Model>()
    let table = try table(Model.recordTable)
    let reader = try usable()
    do {
      guard try reader.declaration(of: table.identity) == fields.declaration else {
        throw StoreError(
          .wrongTableKind,
          "The table \(Model.recordTable.debugDescription) was stored with another declaration of "
            + "\(Model.self). Ask the store for the records once, which brings it up to date.")
      }
      return Records(table: table, fields: fields)
    } catch { throw .wrapping(error, at: reader.path) }
  }
}
