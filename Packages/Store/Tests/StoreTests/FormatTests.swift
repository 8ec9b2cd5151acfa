import Foundation
import GRDB
import ProcessTestSupport
import Store
import Testing

/// Files of released formats, written down as SQL: whatever the code becomes, they have to open.
@Suite struct FormatTests {
  private struct City: Codable, Equatable {
    var id: String
    var name: String
    var people: Int
  }

  static let format1 = """
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 1297503060;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('store 1'), ('1 greeting');
    CREATE TABLE tables (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO tables VALUES (1, 'default'), (2, 'notes'), (3, 'cities');
    CREATE TABLE rows (
      table_id INTEGER NOT NULL, id TEXT NOT NULL, format INTEGER NOT NULL,
      created INTEGER NOT NULL, updated INTEGER NOT NULL, expires INTEGER,
      checksum INTEGER NOT NULL, created_checksum INTEGER NOT NULL, value BLOB NOT NULL,
      PRIMARY KEY (table_id, id)
    ) STRICT;
    CREATE INDEX rows_by_expiry ON rows (expires) WHERE expires IS NOT NULL;
    INSERT INTO rows VALUES
      (1, 'bytes', 1, 1000000000000, 1000000000000, NULL, -691028903379888482,
        788044001327143566, X'0001FF'),
      (1, 'contact', 0, 1000000000000, 1000060000000, NULL, 3406710011555890372,
        4228696161466788566,
        CAST('{"age":31,"name":"李","phones":["187"]}' AS BLOB)),
      (1, 'greeting', 0, 1000000000000, 1000000000000, NULL, 4587596141310983063,
        8513817753881973945, CAST('"你好"' AS BLOB)),
      (2, 'it''s', 0, 1000060000000, 1000060000000, 1000160000000, 7005847622216297492,
        1632360522306427934, CAST('[1.5,2]' AS BLOB)),
      (3, '021', 0, 1000060000000, 1000060000000, NULL, 1859322434132675262,
        7443558025089622518, CAST('{"id":"021","name":"上海","people":24870000}' AS BLOB));
    CREATE TABLE records (table_id INTEGER PRIMARY KEY, fields BLOB NOT NULL) STRICT;
    INSERT INTO records VALUES (3,
      CAST('[{"isUnique":false,"name":"name"},{"isUnique":false,"name":"people"}]' AS BLOB));
    CREATE TABLE index_3 (id TEXT PRIMARY KEY, f0 ANY, f1 ANY) WITHOUT ROWID, STRICT;
    INSERT INTO index_3 VALUES ('021', '上海', 24870000);
    CREATE INDEX index_3_0 ON index_3 (f0, id);
    CREATE INDEX index_3_1 ON index_3 (f1, id);
    CREATE TRIGGER index_3_deletion AFTER DELETE ON rows WHEN old.table_id = 3
    BEGIN DELETE FROM index_3 WHERE id = old.id; END;
    """

  @Test(arguments: [format1]) func aFileOfAReleasedFormatOpens(sql: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("released.store").path
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
      let time = ManualTime()
      var configuration = StoreConfiguration()
      configuration.now = { time.now }
      configuration.migrations = [
        StoreMigration("1 greeting") { _ in Issue.record("it has been made already") },
        StoreMigration("2 farewell") { try $0.put("再见", id: "farewell") },
      ]
      let store = try KeyValueStore(path: path, configuration: configuration)
      #expect(try store.verify().isIntact)
      #expect(try store.tableNames() == ["default", "notes", "cities"])
      #expect(try store.ids() == ["bytes", "contact", "farewell", "greeting"])
      #expect(try store.get(Data.self, id: "bytes") == Data([0, 1, 255]))
      #expect(try store.get(String.self, id: "greeting") == "你好")
      let contact = try #require(try store.item(Contact.self, id: "contact"))
      #expect(contact.value == Contact(name: "李", phones: ["187"], age: 31))
      #expect(contact.created == time.now)
      #expect(contact.updated == time.now + 60)
      let note = try #require(try store.table("notes").item([Double].self, id: "it's"))
      #expect(note.value == [1.5, 2])
      #expect(note.expires == time.now + 160)
      // Earlier versions indexed such tables; now they are plain.
      let cities = try store.table("cities")
      #expect(try cities.get(City.self, id: "021")?.name == "上海")
      try cities.put(City(id: "010", name: "北京", people: 21_890_000), id: "010")
      #expect(try cities.delete(id: "021"))
      #expect(try store.verify().isIntact)
      try store.close()
      // Its pages have checksums from now on, which versions before would not write.
      let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100)
      #expect(header[20] == 8)
    }
  }

  /// A file of the first format without migrations of the application.
  private static func makeOlderFile(_ path: String) throws {
    let sql = format1.replacingOccurrences(of: "('store 1'), ('1 greeting')", with: "('store 1')")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static func expectContent(_ path: String, _ comment: Comment? = nil) throws {
    let store = try KeyValueStore(path: path)
    #expect(try store.get(String.self, id: "greeting") == "你好", comment)
    #expect(try store.get(Data.self, id: "bytes") == Data([0, 1, 255]), comment)
    #expect(try store.tableNames().starts(with: ["default", "notes", "cities"]), comment)
    #expect(try store.table("cities").get(City.self, id: "021")?.name == "上海", comment)
    #expect(try store.verify().isIntact, comment)
    try store.close()
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100)
    #expect(header[20] == 8, comment)
  }

  /// It would go on to write pages without checksums.
  @Test func anOlderFileThatIsOpenElsewhereIsNotConverted() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("older.store").path
      try Self.makeOlderFile(path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let lock = unsafe open(path + "-lock", O_RDWR | O_CREAT, 0o600)
      #expect(flock(lock, LOCK_SH) == 0)
      for _ in 0..<2 { expectCode(.busy) { _ = try KeyValueStore(path: path) } }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      // A child that another test has begun may have the file open still, and would keep the lock.
      _ = flock(lock, LOCK_UN)
      close(lock)
      try Self.expectContent(path)
    }
  }

  /// The new pages would get checksums, which would hide the damage.
  @Test func aDamagedOlderFileIsNotConverted() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("older.store").path
      try Self.makeOlderFile(path)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The index of the names: each is followed by its number.
      bytes[try #require(bytes.range(of: Data("cities\u{3}".utf8))).upperBound - 1] = 2
      try bytes.write(to: URL(fileURLWithPath: path))
      expectCode(.damaged) { _ = try KeyValueStore(path: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      let store = try KeyValueStore(path: path, configuration: configuration)
      #expect(try store.get(String.self, id: "greeting") == "你好")
      try store.close()
    }
  }

  /// Another program reads the old state all the time, so that the log cannot be written into the file as a whole.
  @Test func anOlderFileIsConvertedBesideAReader() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("older.store").path
      try Self.makeOlderFile(path)
      let queue = try DatabaseQueue(path: path)
      let store = try queue.read { database in
        #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM rows") == 5)
        var configuration = StoreConfiguration()
        configuration.busyTimeout = .zero
        let store = try KeyValueStore(path: path, configuration: configuration)
        for round in 0..<5 {
          let values = (0..<50).map { ("\(round)/\($0)", $0) }
          try store.putAll(Dictionary(uniqueKeysWithValues: values))
          try store.table("t\(round)").put(round, id: "k")
          // So large that SQLite would write the log into the file.
          try store.put(Data(count: 5_000_000), id: "large")
        }
        #expect(try store.verify().isIntact)
        #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM rows") == 5)
        return store
      }
      try queue.close()
      // Now a part of the log may be written, up to what this one reads.
      let other = try KeyValueStore(path: path)
      try other.read { snapshot in
        let count = try snapshot.count()
        for round in 0..<3 {
          try store.put(Data(count: 5_000_000), id: "larger")
          try store.table("u\(round)").put(round, id: "k")
        }
        #expect(try snapshot.count() == count)
      }
      try other.close()
      #expect(try store.verify().isIntact)
      try store.close()
      try Self.expectContent(path)
    }
  }

  /// At each write of the conversion in turn, a part of what was not synced is lost.
  @Test(arguments: ["power", "disorder"]) func aConversionMayEndAnywhere(
    kind: String
  ) async throws {
    try await withTemporaryFolder { folder in
      var place = 0
      var end = ""
      while end != "spared" {
        place += 1
        await Task.yield()
        let path = folder.appendingPathComponent("\(place).store").path
        try Self.makeOlderFile(path)
        let child = try ChildProcess("fault", path, "full", kind, "\(place)", "\(place)", "1")
        while let line = child.line() { end = line }
        let exit = child.wait()
        #expect(exit == .status(77) || end == "spared", "\(end)")
        try? FileManager.default.removeItem(atPath: path + "-shm")
        try Self.expectContent(path, "write \(place)")
      }
      #expect(place > 20)
    }
  }
}
