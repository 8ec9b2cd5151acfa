import Foundation
import Store
import Testing

@Suite struct RecordTests {
  struct Person: Record, Identifiable, Equatable {
    var id: String
    var name: String
    var age: Int?
    var mail: String
    var born = Date(timeIntervalSince1970: 0)
    static let indexes = [
      RecordIndex("name", \Person.name), RecordIndex("age", \Person.age),
      RecordIndex("mail", \Person.mail, isUnique: true), RecordIndex("born", \Person.born),
    ]
  }

  static let people = [
    Person(id: "1", name: "李", age: 30, mail: "a", born: Date(timeIntervalSince1970: 5.5)),
    Person(id: "2", name: "Ann", age: nil, mail: "b", born: Date(timeIntervalSince1970: -1)),
    Person(id: "3", name: "ann", age: 20, mail: "c"),
    Person(id: "4", name: "Anna_", age: 30, mail: "d"),
    Person(id: "5", name: "An%", age: -5, mail: "'e"),
  ]

  @Test(arguments: StoreKind.allCases) func recordsAreFilteredSortedAndCounted(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let people = try store.records(Person.self)
      try people.putAll(Self.people)
      func ids(_ query: RecordQuery<Person, StoreTable>) throws -> String {
        let found = try query.fetch()
        let count = try query.count()
        #expect(count == found.count)
        return found.map(\.id).joined()
      }
      #expect(try ids(people.all) == "12345")
      #expect(try ids(people.sorted(by: \.name)) == "52431")
      #expect(try ids(people.sorted(by: \.age)) == "25314")
      #expect(try ids(people.sorted(by: \.age, .descending).sorted(by: \.name)) == "41352")
      #expect(try ids(people.matching(\.age, equals: 30)) == "14")
      #expect(try ids(people.matching(\.age, equals: nil)) == "2")
      #expect(try ids(people.all.matching(\.name, prefix: "An")) == "245")
      #expect(try ids(people.all.matching(\.name, prefix: "Anna_")) == "4")
      #expect(try ids(people.all.matching(\.mail, oneOf: ["a", "'e", "zz"])) == "15")
      #expect(try ids(people.all.matching(\.age, oneOf: [nil, 20])) == "23")
      #expect(try ids(people.matching(\.name, in: "Ann"...).sorted(by: \.mail)) == "1234")
      #expect(try ids(people.all.matching(\.name, in: "An"..<"Ann")) == "5")
      #expect(
        try ids(
          people.all.matching(
            \.born, in: Date(timeIntervalSince1970: -1)...Date(timeIntervalSince1970: 0)))
          == "2345")
      #expect(try ids(people.matching(\.age, equals: 30).matching(\.name, prefix: "A")) == "4")
      #expect(try people.get(id: "3") == Self.people[2])
      #expect(try people.sorted(by: \.name).first()?.id == "5")
      #expect(try people.table.count() == 5)
    }
  }

  @Test(arguments: StoreKind.allCases) func overwritingAndDeletingKeepTheIndexTrue(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let people = try store.records(Person.self)
      try people.putAll(Self.people)
      var changed = Self.people[0]
      changed.age = 99
      try people.put(changed)
      #expect(try people.matching(\.age, equals: 30).fetch().map(\.id) == ["4"])
      #expect(try people.delete(id: "4"))
      #expect(try people.table.delete(in: .prefix("5")) == 1)
      #expect(try people.matching(\.age, in: (-10)...).count() == 2)
      #expect(try people.matching(\.age, equals: nil).delete() == 1)
      try people.put(Person(id: "t", name: "T", age: 1, mail: "t"), expiresAfter: .seconds(1))
      time.advance(by: 1)
      #expect(try people.matching(\.age, equals: 1).count() == 0)
      #expect(try people.table.purgeExpired() == 1)
      #expect(try people.all.fetch().map(\.id) == ["1", "3"])
      try people.table.clear()
      #expect(try people.all.count() == 0)
      #expect(try store.verify().isIntact)
    }
  }

  @Test(arguments: StoreKind.allCases) func aUniqueFieldRefusesTheSecondRecordWhole(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let people = try store.records(Person.self)
      try people.putAll(Self.people)
      let clash = Person(id: "6", name: "New", age: 1, mail: "a")
      let error = #expect(throws: StoreError.self) { try people.put(clash) }
      #expect(error?.code == .notUnique)
      #expect(error?.message.contains("mail") == true)
      try store.write { transaction in
        let people = try transaction.records(Person.self)
        #expect(throws: StoreError.self) { try people.put(clash) }
        try people.put(Person(id: "7", name: "Kept", age: 1, mail: "g"))
      }
      #expect(try people.get(id: "6") == nil)
      #expect(try people.matching(\.name, equals: "New").count() == 0)
      #expect(try people.matching(\.name, equals: "Kept").count() == 1)
      try people.put(Self.people[0])
    }
  }

  @Test(
    arguments: StoreKind.allCases, [SortDirection.ascending, .descending])
  func pagesCoverAllWithoutRepeating(kind: StoreKind, direction: SortDirection) throws {
    try kind.withStore { store in
      let people = try store.records(Person.self)
      try people.putAll(
        (0..<60).map { index in
          Person(
            id: "\(index)", name: "n\(index % 7)", age: index % 5 == 0 ? nil : index % 4,
            mail: "\(index)")
        })
      let query = people.sorted(by: \.age, direction).sorted(by: \.name, .descending)
      let whole = try query.fetch().map(\.id)
      for size in [1, 7, 59, 60, 100] {
        var pages: [String] = []
        var cursor: RecordCursor?
        repeat {
          let page = try query.page(size: size, after: cursor)
          pages += page.records.map(\.id)
          cursor = page.next
        } while cursor != nil
        #expect(pages == whole)
      }
      let error = #expect(throws: StoreError.self) {
        let cursor = try query.page(size: 1).next
        _ = try people.all.page(size: 1, after: cursor)
      }
      #expect(error?.code == .invalidQuery)
    }
  }

  @Test func anUndeclaredFieldIsAClearError() throws {
    struct Plain: Record, Identifiable {
      var id: String
      var name: String
    }
    try StoreKind.memory.withStore { store in
      let plain = try store.records(Plain.self)
      try plain.put(Plain(id: "1", name: "n"))
      let error = #expect(throws: StoreError.self) {
        try plain.matching(\.name, equals: "n").fetch()
      }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("name") == true)
      let count = try plain.all.count()
      #expect(count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases) func recordsCannotBePutPastTheirIndex(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let people = try store.records(Person.self)
      let table = try store.table("Person")
      let error = #expect(throws: StoreError.self) { try table.put(Self.people[0], id: "1") }
      #expect(error?.code == .wrongTableKind)
      try people.put(Self.people[0])
      #expect(try table.get(Person.self, id: "1") == Self.people[0])
      #expect(try store.dropTable("Person"))
      try store.table("Person").put(1, id: "now a plain table")
    }
  }

  @Test(arguments: StoreKind.allCases) func aTableThatBecomesOneOfRecordsIsSoAtOnce(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.write { transaction in
        let table = try transaction.table("people")
        try table.put(Before(id: "1", name: "n"), id: "1")
        let people = try transaction.records(Before.self)
        let error = #expect(throws: StoreError.self) { try table.put(5, id: "5") }
        #expect(error?.code == .wrongTableKind)
        #expect(try people.matching(\.name, equals: "n").count() == 1)
      }
    }
  }

  struct Before: Record, Identifiable {
    static let recordTable = "people"
    var id: String
    var name: String
    static let indexes = [RecordIndex("name", \Before.name)]
  }

  struct After: Record, Identifiable {
    static let recordTable = "people"
    var id: String
    var name: String
    var length: Int { name.count }
    static let indexes = [RecordIndex("length", \After.length), RecordIndex("name", \After.name)]
  }

  @Test func aChangedDeclarationIsIndexedAnew() throws {
    try withTemporaryFolder { folder in
      var store = try KeyValueStore(name: "s", in: folder)
      try store.records(Before.self).putAll([
        Before(id: "1", name: "long name"), Before(id: "2", name: "short"),
      ])
      try store.close()
      store = try KeyValueStore(name: "s", in: folder)
      let error = #expect(throws: StoreError.self) {
        try store.read { try $0.records(After.self) }
      }
      #expect(error?.code == .wrongTableKind)
      let people = try store.records(After.self)
      #expect(try people.sorted(by: \.length).fetch().map(\.id) == ["2", "1"])
      #expect(
        try store.read { try $0.records(After.self).matching(\.length, equals: 5).count() } == 1)
      try store.close()
    }
  }

  @Test func anExistingTableOfOtherValuesIsNotTakenOver() throws {
    try StoreKind.memory.withStore { store in
      try store.table("people").put(5, id: "five")
      let error = #expect(throws: StoreError.self) { try store.records(Before.self) }
      #expect(error?.code == .wrongType)
      let value = try store.table("people").get(Int.self, id: "five")
      #expect(value == 5)
    }
  }

  @Test(arguments: StoreKind.allCases) func aQueryIsObserved(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let people = try store.records(Person.self)
      var answers = people.matching(\.age, in: 18...).sorted(by: \.age).observe(limit: 2)
        .makeAsyncIterator()
      #expect(try await answers.next()?.isEmpty == true)
      try people.putAll(Self.people)
      #expect(try await answers.next()?.map(\.id) == ["3", "1"])
      try people.put(Person(id: "9", name: "child", age: 1, mail: "z"))
      try people.delete(id: "3")
      #expect(try await answers.next()?.map(\.id) == ["1", "4"])
    }
  }

  @Test func randomQueriesAgreeWithFilteringInMemory() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("RecordTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try StoreKind.file.withStore { store in
      let people = try store.records(Person.self)
      var model: [String: Person] = [:]
      for round in 0..<300 {
        let person = Person(
          id: "\(Int.random(in: 0..<80, using: &random))",
          name: String("abcé李".randomElement(using: &random) ?? "a"),
          age: Bool.random(using: &random) ? nil : Int.random(in: -3..<3, using: &random),
          mail: "\(round)")
        try people.put(person)
        model[person.id] = person
        let low = Int.random(in: -3..<3, using: &random)
        let found = try people.matching(\.age, in: low...).sorted(by: \.name, .descending)
          .sorted(by: \.age).fetch()
        let expected = model.values.filter { ($0.age ?? .min) >= low }.sorted { left, right in
          left.name != right.name
            ? right.name.utf8.lexicographicallyPrecedes(left.name.utf8)
            : (left.age ?? 0, left.id) < (right.age ?? 0, right.id)
        }
        #expect(found == expected, "seed \(seed), round \(round)")
      }
    }
  }
}

/// A small generator whose sequence a printed seed repeats.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
