import Foundation
import Store
import Testing

/// The samples of the articles, as they stand there, so that they keep compiling and true.
@Suite struct DocumentationTests {
  /// Each line of a sample has to stand in the tests that run the samples.
  @Test func everySampleIsRun() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = tests.appendingPathComponent("../../Sources/Store").standardized
    var run: Set<String> = []
    for name in ["DocumentationTests.swift", "DocumentedTypesTests.swift"] {
      run.formUnion(try Self.lines(of: tests.appendingPathComponent(name)))
    }
    var samples = 0
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where ["md", "swift"].contains(file.pathExtension) {
      var isSample = false
      for line in try Self.lines(of: file) {
        let text = line.hasPrefix("///") ? line.dropFirst(3).trimmed : line
        if text.hasPrefix("```") {
          isSample = text == "```swift"
          if isSample { samples += 1 }
        } else if isSample {
          if !run.contains(text) {
            Issue.record("\(file.lastPathComponent) has a line that no test runs: \(text)")
          }
        }
      }
    }
    #expect(samples > 20)
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map(\.trimmed)
  }

  @Test func theOverviewIsTrue() async throws {
    // Opened by name in the article; here in a folder that goes away.
    try await StoreKind.file.withStore { store in
      try store.put(["186", "187"], id: "phones", expiresAfter: .seconds(3600))
      let phones = try store.get([String].self, id: "phones")
      #expect(phones == ["186", "187"])

      try await store.write { transaction in
        let visits = try transaction.get(Int.self, id: "visits") ?? 0
        try transaction.put(visits + 1, id: "visits")
      }

      for try await visits in store.observe(Int.self, id: "visits") {
        print(visits ?? 0)
        #expect(visits == 1)
        break
      }
    }
  }

  @Test func aCacheHasALifetimeAnAgeAndABound() throws {
    let time = ManualTime()
    try StoreKind.file.withStore({ $0.now = { time.now } }) { store in
      let body = Data("{}".utf8)
      let responses = try StoreCache(Data.self, in: store, table: "responses", capacity: 50 << 20)

      try responses.put(body, id: "GET /users/7", expiresAfter: .seconds(86_400))
      time.advance(by: 61)

      if let cached = try responses.item(id: "GET /users/7") {
        let isFresh = !cached.isOlder(than: .seconds(60))
        print(isFresh ? "fresh" : "usable while it is fetched again")
        #expect(cached.isOlder(than: .seconds(60), at: time.now))
        #expect(cached.value == body)
      }
      #expect(try responses.table.count() == 1)

      try responses.put(body, id: "GET /users/8", expiresAfter: .seconds(1))
      try responses.put(body, id: "GET /posts/1")
      try responses.table.delete(in: .prefix("GET /users/"))
      try responses.table.purgeExpired()
      #expect(try responses.table.ids() == ["GET /posts/1"])
    }
  }

  @Test func inItsClosureATransactionStandsForTheStore() throws {
    try StoreKind.memory.withStore { store in
      try store.write { transaction in
        try transaction.put(1, id: "k")  // not store.put
      }
      #expect(try store.get(Int.self, id: "k") == 1)
    }
  }

  @Test func testsNeedNeitherFilesNorPauses() async throws {
    let time = ManualTime()
    var configuration = StoreConfiguration()
    configuration.now = { time.now }
    let store = try KeyValueStore.inMemory(configuration: configuration)
    var values = store.observe(Int.self, id: "k").makeAsyncIterator()
    #expect(try await values.next() == .some(nil))
    try await store.write { try $0.put(1, id: "k") }
    #expect(try await values.next() == 1)
  }

  @Test func aPlainStoreInMemoryIsOneLine() throws {
    let store = try KeyValueStore.inMemory()
    #expect(store.path == ":memory:")
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

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
