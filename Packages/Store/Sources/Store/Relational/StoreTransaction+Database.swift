public import GRDB

extension StoreTransaction {
  /// GRDB's access to the file within this transaction, for tables of the application's own.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.put(book.id, id: "last")
  ///   try book.insert(transaction.database)
  /// }
  /// ```
  ///
  /// Rows and values are kept or undone together. The store's own tables, `tables`, `rows`, `records` and those
  /// that begin with `index_`, are not for the application; nor are `BEGIN`, `COMMIT` and `ROLLBACK`.
  ///
  /// - Throws: ``StoreError`` with `closed` after the closure has returned, and what has undone the transaction.
  public var database: Database {
    get throws(StoreError) {
      let writer = try lent.usable()
      try writer.reader.wrapping { try writer.checkTransaction() }
      writer.noteDatabase()
      return writer.database
    }
  }
}

extension StoreSnapshot {
  /// GRDB's access to the file in this state, for reading tables of the application's own.
  ///
  /// - Throws: ``StoreError`` with `closed` after the snapshot's closure has returned.
  public var database: Database {
    get throws(StoreError) {
      let database = try lent.usable().database
      // Another connection may have changed the schema since this one was used last.
      database.clearSchemaCache()
      return database
    }
  }
}

extension KeyValueStore {
  /// Observes a query over tables of the application's own: its result now, and after each transaction of this
  /// store that used ``StoreTransaction/database`` and changed the result.
  ///
  /// ```swift
  /// for try await count in store.observe({ try Book.fetchCount($0) }) {
  ///   print("books: \(count)")
  /// }
  /// ```
  ///
  /// The query runs on a queue of the store's own. Results with a NaN are compared by their encoding, if they are
  /// `Encodable`; others with a NaN count as changed each time.
  public func observe<Value: Equatable & Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) -> StoreObservation<Value> {
    StoreObservation(engine: engine, table: ChangeLog.database) { [engine] in
      let value = try engine.snapshot { reader in
        reader.database.clearSchemaCache()
        return try query(reader.database)
      }
      return (Fingerprint(value), { value })
    }
  }
}
