extension KeyValueStore {
  /// The table `name`, made if there is none; `default` is the table the store itself uses.
  ///
  /// A name is 1 to 128 bytes of UTF-8 without white space and control characters; nothing else is
  /// excluded, since names never become part of SQL.
  ///
  /// - Throws: ``StoreError`` with `invalidName`; with `noSuchTable` when it would have to be made in
  ///   a read-only store.
  public func table(_ name: String) throws(StoreError) -> StoreTable {
    try StoreTable.check(name: name)
    do {
      if let found = try engine.read({ try $0.table(named: name) }) {
        return StoreTable(engine: engine, identity: found)
      }
      guard !engine.isReadOnly else { throw StoreError.noSuchTable(name) }
      return StoreTable(
        engine: engine, identity: try engine.write { try $0.makeTable(named: name) })
    } catch { throw .wrapping(error, at: path) }
  }

  /// Whether there is a table of that name; an impossible name has none.
  public func tableExists(_ name: String) throws(StoreError) -> Bool {
    do { return try engine.read { try $0.table(named: name) } != nil } catch {
      throw .wrapping(error, at: path)
    }
  }

  /// The names of all tables in the order of their making, the default one first.
  public func tableNames() throws(StoreError) -> [String] {
    do { return try engine.read { try $0.tableNames() } } catch {
      throw .wrapping(error, at: path)
    }
  }

  /// Deletes a table with all it holds; whether there was one.
  ///
  /// Handles to it throw `noSuchTable` from then on, even when a table of that name is made again.
  ///
  /// - Throws: ``StoreError`` with `invalidName` for the default table, which can only be cleared.
  @discardableResult
  public func dropTable(_ name: String) throws(StoreError) -> Bool {
    try checkIsNotDefault(name)
    do {
      return try engine.write { writer in
        guard let table = try writer.reader.table(named: name) else { return false }
        try writer.dropTable(table)
        return true
      }
    } catch { throw .wrapping(error, at: path) }
  }

  /// Gives a table another name; handles to it stay valid.
  ///
  /// - Throws: ``StoreError`` with `noSuchTable`, `tableExists` when the new name is taken, or
  ///   `invalidName`.
  public func renameTable(_ name: String, to newName: String) throws(StoreError) {
    try checkIsNotDefault(name)
    try StoreTable.check(name: newName)
    guard name != newName else { return }
    do {
      try engine.write { writer in
        guard let table = try writer.reader.table(named: name) else {
          throw StoreError.noSuchTable(name)
        }
        guard try writer.reader.table(named: newName) == nil else {
          throw StoreError(
            .tableExists,
            "There is a table \(newName.debugDescription) already. Drop it first or choose another "
              + "name.")
        }
        try writer.renameTable(table, to: newName)
      }
    } catch { throw .wrapping(error, at: path) }
  }

  /// Deletes what is past its time to live, in all tables; how many rows went.
  ///
  /// Expired values are invisible at once; purging frees their space. Call it when the application
  /// starts or is idle.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    do { return try engine.write { try $0.purgeExpired(in: nil) } } catch {
      throw .wrapping(error, at: path)
    }
  }

  private func checkIsNotDefault(_ name: String) throws(StoreError) {
    guard name == TableIdentity.default.name else { return }
    throw StoreError(
      .invalidName, "The default table can be neither dropped nor renamed. Clear it instead.")
  }
}
