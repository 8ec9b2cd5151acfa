extension KeyValueStore {
  /// Returns the table `name`, and makes it if it does not exist; `default` is the store's default table.
  ///
  /// A name has 1 to 128 bytes of UTF-8, without white space and control characters.
  ///
  /// - Throws: ``StoreError`` with `invalidName`; with `noSuchTable` if a read-only store has no such table.
  public func table(_ name: String) throws(StoreError) -> StoreTable {
    try StoreTable.check(name: name)
    return try engine.wrapping {
      if let found = try engine.read({ try $0.table(named: name) }) {
        return StoreTable(engine: engine, identity: found)
      }
      guard !engine.isReadOnly else { throw StoreError.noSuchTable(name) }
      return StoreTable(
        engine: engine, identity: try engine.write { try $0.makeTable(named: name) })
    }
  }

  /// Returns the names of all tables in creation order, the default table first.
  public func tableNames() throws(StoreError) -> [String] {
    try engine.wrapping { try engine.read { try $0.tables().map(\.name) } }
  }

  /// Deletes a table with its content; returns whether it existed.
  ///
  /// Existing handles then throw `noSuchTable`, even if a table with the same name is made again.
  ///
  /// - Throws: ``StoreError`` with `invalidName` for the default table, which can only be cleared.
  @discardableResult
  public func dropTable(_ name: String) throws(StoreError) -> Bool {
    guard name != TableIdentity.default.name else {
      throw StoreError(
        .invalidName, "The default table cannot be dropped. Clear it instead.")
    }
    return try engine.wrapping {
      try engine.write { writer in
        guard let table = try writer.reader.table(named: name) else { return false }
        try writer.dropTable(table)
        return true
      }
    }
  }

  /// Deletes all expired values in all tables; returns the number of deleted rows.
  ///
  /// Expired values become invisible at once; purging frees their space, such as at application start or in idle time.
  ///
  /// - Complexity: O(rows). A damaged row stays, because its expiry time may be what is damaged. If its page is not what was
  ///   written, each purge also checks the structure of the whole file, at about a gigabyte a second; so delete that row.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    try engine.wrapping { try engine.write { try $0.purgeExpired(in: nil) } }
  }
}

extension TableReading {
  /// Whether the store has a table with a name; false for an invalid name.
  public func tableExists(_ name: String) throws(StoreError) -> Bool {
    try access.read { rows, _ in try rows.table(named: name) != nil }
  }
}
