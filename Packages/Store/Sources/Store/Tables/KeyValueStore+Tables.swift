extension KeyValueStore {
  /// The table `name`, made if there is none; `default` is the table the store itself uses.
  ///
  /// A name is 1 to 128 bytes of UTF-8 without white space and control characters.
  ///
  /// - Throws: ``StoreError`` with `invalidName`; with `noSuchTable` when a read-only store has none.
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

  /// The names of all tables in the order of their making, the default one first.
  public func tableNames() throws(StoreError) -> [String] {
    try engine.wrapping { try engine.read { try $0.tables().map(\.name) } }
  }

  /// Deletes a table with all it holds; whether there was one.
  ///
  /// Handles to it throw `noSuchTable` from then on, even when a table of that name is made again.
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

  /// Deletes what is past its time to live, in all tables; how many rows went.
  ///
  /// Expired values are invisible at once; purging frees their space, when an application starts or is idle.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    try engine.wrapping { try engine.write { try $0.purgeExpired(in: nil) } }
  }
}

extension TableReading {
  /// Whether the store has a table of that name; an impossible name has none.
  public func tableExists(_ name: String) throws(StoreError) -> Bool {
    try access.read { rows, _ in try rows.table(named: name) != nil }
  }
}
