import Foundation
import Store
import Testing

/// The samples of the documentation, as they stand there, so that they keep compiling and true.
@Suite struct DocumentationTests {
  @Test func theOverviewIsTrue() async throws {
    try await StoreKind.file.withStore { store in
      try store.put(["186", "187"], id: "phones", expiresAfter: .seconds(3600))
      let phones = try store.get([String].self, id: "phones")
      #expect(phones == ["186", "187"])

      try await store.write { transaction in
        let visits = try transaction.get(Int.self, id: "visits") ?? 0
        try transaction.put(visits + 1, id: "visits")
      }

      for try await visits in store.observe(Int.self, id: "visits") {
        #expect(visits == 1)
        break
      }
    }
  }

  @Test func aTableServesAsACache() throws {
    let time = ManualTime()
    try StoreKind.file.withStore({ $0.now = { time.now } }) { store in
      let body = Data("{}".utf8)
      let responses = try store.table("responses")

      try responses.put(body, id: "GET /users/7", expiresAfter: .seconds(86_400))
      time.advance(by: 61)

      let cached = try #require(try responses.item(Data.self, id: "GET /users/7"))
      #expect(cached.isOlder(than: .seconds(60), at: time.now))
      #expect(cached.value == body)

      try responses.put(body, id: "GET /users/8", expiresAfter: .seconds(1))
      time.advance(by: 2)
      #expect(try responses.purgeExpired() == 1)
      #expect(try responses.trim(toBytes: 50 << 20) == 0)
      #expect(try responses.delete(in: .prefix("GET /users/")) == 1)
    }
  }

  struct Person: Record, Identifiable {
    var id: String
    var name: String
    var age: Int
    static let indexes = [RecordIndex("name", \Person.name), RecordIndex("age", \Person.age)]
  }

  @Test func recordsAreFoundByTheirFields() throws {
    try StoreKind.file.withStore { store in
      let people = try store.records(Person.self)
      try people.put(Person(id: "1", name: "李", age: 30))
      let adults = try people.matching(\.age, in: 18...).sorted(by: \.name).fetch(limit: 20)
      #expect(adults.map(\.id) == ["1"])

      let query = people.matching(\.name, equals: "李").sorted(by: \.age, .descending)
      let first = try query.page(size: 20)
      let second = try first.next.map { try query.page(size: 20, after: $0) }
      #expect(first.records.count == 1)
      #expect(second == nil)
    }
  }

  @Test func nullMissingAndWrongAreThreeThings() throws {
    try StoreKind.memory.withStore { store in
      try store.put(Int?.none, id: "null")
      try store.put(1, id: "one")
      #expect(try store.get(Int?.self, id: "null") == .some(nil))
      #expect(try store.get(Int?.self, id: "missing") == nil)
      #expect(try store.get(Double.self, id: "one") == 1)
      let error = #expect(throws: StoreError.self) { try store.get(Int.self, id: "null") }
      #expect(error?.code == .wrongType)
    }
  }

  @Test func anItemPrintsItsIdentifierValueAndTimes() throws {
    let time = ManualTime()
    try StoreKind.memory.withStore({ $0.now = { time.now } }) { store in
      try store.put("v", id: "k")
      let item = try #require(try store.item(String.self, id: "k"))
      let text = "\(item)"
      #expect(text == "id=k, value=v, created=\(time.now), updated=\(time.now)")
    }
  }
}
