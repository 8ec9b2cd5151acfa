public import GRDB

extension StoreTransaction {
  /// The GRDB database of this transaction, for the application's own tables.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.put(book.id, id: "last")
  ///   try book.insert(transaction.database)
  /// }
  /// ```
  ///
  /// Rows and values are committed or rolled back together. The application must not use `BEGIN`, `COMMIT`, `ROLLBACK`
  /// or the store's own tables: `tables`, `rows`, `records` and names that begin with `index_`.
  ///
  /// - Throws: ``StoreError`` with `closed` after the closure has returned, or the error that caused a rollback.
  public var database: Database {
    get throws(StoreError) {
      let writer = try lent.usable()
      return try writer.reader.wrapping {
        try writer.checkTransaction()
        try writer.noteDatabase()
        return writer.database
      }
    }
  }
}

extension StoreSnapshot {
  /// The GRDB database in this state, for reading the application's own tables.
  ///
  /// - Throws: ``StoreError`` with `closed` after the snapshot's closure has returned, or with `snapshotEnded`.
  public var database: Database {
    get throws(StoreError) {
      let database = try lent.reader().database
      // Another connection may have changed the schema since the last use of this connection.
      database.clearSchemaCache()
      return database
    }
  }
}

extension KeyValueStore {
  /// Observes a query over the application's own tables: its result now, and after each transaction of this store that
  /// used ``StoreTransaction/database`` and changed the result.
  ///
  /// ```swift
  /// for try await count in store.observe({ try Book.fetchCount($0) }) {
  ///   print("books: \(count)")
  /// }
  /// ```
  ///
  /// The query runs on a queue of the store. Results that contain NaN are compared by their encoding if they are
  /// `Encodable`; otherwise they always count as changed.
  public func observe<Value: Equatable & Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) -> StoreObservation<Value> {
    StoreObservation(engine: engine, table: ChangeLog.database) { [engine] in
      let value = try engine.snapshot { reader in
        reader.database.clearSchemaCache()
        let value = try query(reader.database)
        try reader.checkSnapshot()
        return value
      }
      return (Fingerprint(value), { value })
    }
  }
}
