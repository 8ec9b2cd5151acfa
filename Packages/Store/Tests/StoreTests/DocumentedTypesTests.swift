import Foundation
import GRDB
import Store
import Testing

extension SettingKey where Value == Double {
  static var fontSize: SettingKey { SettingKey("fontSize", default: 13) }
}

/// The samples of the types' own documentation.
@Suite struct DocumentedTypesTests {
  /// Compiled and never called: it would leave files in the folder of whoever runs the tests.
  private func openByName() throws {
    do {
      let store = try KeyValueStore(name: "workshop")
      try store.put(["186", "187"], id: "phones")
      let phones = try store.get([String].self, id: "phones")
      print(phones ?? [])
    }
    do {
      var configuration = StoreConfiguration()
      configuration.durability = .survivesPowerLoss
      let store = try KeyValueStore(name: "ledger", configuration: configuration)
      try store.close()
    }
  }

  @Test func readingAndWriting() throws {
    let store = try KeyValueStore.inMemory()
    try store.put(1, id: "visits")
    let total = try store.read { try $0.all(Int.self).map(\.value).reduce(0, +) }
    try store.write { transaction in
      let count = try transaction.get(Int.self, id: "visits") ?? 0
      try transaction.put(count + 1, id: "visits")
    }
    #expect(total == 1)
    #expect(try store.get(Int.self, id: "visits") == 2)
  }

  @Test func tablesItemsAndRanges() throws {
    do {
      let store = try KeyValueStore.inMemory()
      let drafts = try store.table("drafts")
      try drafts.put("Dear …", id: "letter", expiresAfter: .seconds(3600))
      #expect(try drafts.count() == 1)
    }
    let store = try KeyValueStore.inMemory()
    func askForSpace() {}
    let draft = "Dear …"
    do { try store.put(draft, id: "draft") } catch {
      if error.code == .diskFull { askForSpace() }
    }
    if let item = try store.item(String.self, id: "draft"), item.isOlder(than: .seconds(60)) {
      try store.delete(id: item.id)
    }
    try store.putAll(["draft/6": "a", "draft/8": "b"])
    let drafts = try store.items(String.self, in: .prefix("draft/"))
    let page = try store.items(String.self, in: .after("draft/7"), limit: 20)
    #expect(drafts.count == 2)
    #expect(page.map(\.id) == ["draft/8"])
  }

  @Test func observing() async throws {
    let store = try KeyValueStore.inMemory()
    for try await draft in store.observe(String.self, id: "draft") {
      print(draft ?? "none")
      #expect(draft == nil)
      break
    }
  }

  @Test func content() throws {
    let store = try KeyValueStore.inMemory()
    try store.put(1, id: "one")
    for item in try store.all(StoredContent.self) { print(item.id, item.value, item.updated) }
    try store.put(StoredContent.json(#"{"name": "李"}"#), id: "contact")
    struct Contact: Codable { var name: String }
    let contact = try store.get(Contact.self, id: "contact")
    #expect(contact?.name == "李")
  }

  @Test func migrating() throws {
    var configuration = StoreConfiguration()
    configuration.migrations = [
      StoreMigration("1 upper-case names") { transaction in
        for item in try transaction.all(String.self) {
          try transaction.put(item.value.uppercased(), id: item.id)
        }
      }
    ]
    #expect(try KeyValueStore.inMemory(configuration: configuration).count() == 0)
  }

  struct Book: Codable, FetchableRecord, PersistableRecord {
    var id: String
    var title: String
    var year: Int
  }

  @Test func rowsBesideValues() async throws {
    var configuration = StoreConfiguration()
    configuration.migrations = [
      StoreMigration("1 books") { transaction in
        try transaction.database.create(table: "book") { table in
          table.primaryKey("id", .text)
          table.column("title", .text).notNull()
          table.column("year", .integer).indexed()
        }
      }
    ]
    let store = try KeyValueStore.inMemory(configuration: configuration)
    let book = Book(id: "1", title: "红楼梦", year: 1791)
    try await store.write { transaction in
      try transaction.put(book.id, id: "last")
      try book.insert(transaction.database)
    }
    try Self.writeSynchronously(Book(id: "2", title: "围城", year: 1947), to: store)
    let old = try await store.read { snapshot in
      try Book.filter(Column("year") < 1900).order(Column("title")).fetchAll(snapshot.database)
    }
    #expect(old.map(\.title) == ["红楼梦"])
    for try await count in store.observe({ try Book.fetchCount($0) }) {
      print("books: \(count)")
      #expect(count == 2)
      break
    }
  }

  private static func writeSynchronously(_ book: Book, to store: KeyValueStore) throws {
    try store.write { transaction in
      try transaction.put(book.id, id: "last")
      try book.insert(transaction.database)
    }
    let old = try store.read { snapshot in
      try Book.filter(Column("year") < 1900).order(Column("title")).fetchAll(snapshot.database)
    }
    #expect(old.count == 1)
  }

  struct Preferences {
    @Setting var fontSize: Double
    init(_ settings: StoreSettings) { _fontSize = Setting(.fontSize, in: settings) }
  }

  @Test func settings() throws {
    let store = try KeyValueStore.inMemory()
    let settings = try StoreSettings(store)
    settings[.fontSize] = 15
    try settings.update(.fontSize) { $0 += 1 }
    #expect(Preferences(settings).fontSize == 16)
  }

  @Test func aCacheOfBoundedSize() throws {
    let store = try KeyValueStore.inMemory()
    let image = Data([0xFF, 0xD8])
    let covers = try StoreCache(Data.self, in: store, table: "covers", capacity: 50 << 20)
    try covers.put(image, id: "978-7")
    let kept = try covers.get(id: "978-7")
    #expect(kept == image)
  }

  private struct Draft: Codable, Equatable { var text: String }

  @Test func modelsOfOneClass() async throws {
    let store = try KeyValueStore.inMemory()
    let draft = Draft(text: "a")
    let drafts = try StoredModels<Draft>(store)
    try await drafts.save(draft, as: "inbox")
    let last = try await drafts.latest()
    #expect(last == draft)
  }
}
