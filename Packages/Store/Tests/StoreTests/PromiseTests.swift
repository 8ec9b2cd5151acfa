import Dispatch
import Foundation
import GRDB
import Models
import Synchronization
import Testing

@testable import Store

/// What a store has said holds: through deletion, a full disk, damage, time and export.
@Suite struct PromiseTests {
  // MARK: Deletion

  @Test func theLockSurvivesARefusedDeletion() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let first = try KeyValueStore(path: path)
      let second = try KeyValueStore(path: path)
      for _ in 0..<3 { expectCode(.busy) { try first.deleteDatabase() } }
      try first.put(1, id: "k")
      try second.close()
      let third = try KeyValueStore(path: path)
      expectCode(.busy) { try third.deleteDatabase() }
      #expect(try third.get(Int.self, id: "k") == 1)
      #expect(try first.get(Int.self, id: "k") == 1)
      try first.close()
      try third.deleteDatabase()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func whatWasPutStaysWhileItsStoreIsOpenWhoeverDeletes() async throws {
    let folder = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.store").path
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<60 {
          guard let store = try? KeyValueStore(path: path) else { continue }
          try store.put(number, id: "k")
          await Task.yield()
          #expect(try store.get(Int.self, id: "k") == number)
          let other = try KeyValueStore(path: path)
          #expect(try other.get(Int.self, id: "k") == number)
          try other.close()
          try store.close()
        }
      }
      group.addTask {
        for _ in 0..<60 {
          guard let store = try? KeyValueStore(path: path) else { continue }
          await Task.yield()
          do { try store.deleteDatabase() } catch {
            #expect((error as? StoreError)?.code == .busy)
            try store.close()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Deleting is closing with the files' removal inside, in the lock.
  @Test func theLockIsHeldUntilTheFilesAreGone() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put(1, id: "k")
      try store.engine.lock?.makeExclusive(path)
      var isHeld = false
      try store.engine.close {
        do { _ = try FileLock(besides: path, isReadOnly: false) } catch {
          isHeld = (error as? StoreError)?.code == .busy
        }
      }
      #expect(isHeld)
      // Nobody has it any more.
      let lock = try #require(try FileLock(besides: path, isReadOnly: false))
      try lock.makeExclusive(path)
    }
  }

  // MARK: A full disk

  /// Leaves room for so many more pages.
  private static func limit(_ store: KeyValueStore, pages: Int) throws {
    try store.engine.writer.unsafeRead { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + pages)")
    }
  }

  private static let huge = Data(repeating: 7, count: 4 << 20)

  @Test(arguments: StoreKind.allCases)
  func nothingIsCommittedAfterAFailureThatUndidTheTransaction(kind: StoreKind) throws {
    try kind.withStore { store in
      try store.put(0, id: "a")
      try Self.limit(store, pages: 20)
      let error = #expect(throws: StoreError.self) {
        try store.write { transaction in
          try transaction.put(1, id: "a")
          do { try transaction.put(Self.huge, id: "b") } catch {}
          do { try transaction.put(3, id: "c") } catch {}
          do { try transaction.table("t").put(3, id: "c") } catch {}
          do { try transaction.delete(id: "a") } catch {}
          do { _ = try transaction.get(Int.self, id: "a") } catch {
            // Reading on would show what was there before the transaction.
          }
        }
      }
      #expect(error?.code == .diskFull)
      #expect(try store.get(Int.self, id: "a") == 0)
      #expect(try store.count() == 1)
      #expect(try store.tableNames() == ["default"])
      try store.put(2, id: "a")
      #expect(try store.verify().isIntact)
    }
  }

  @Test func aMigrationThatCatchesAFullDiskChangesNothing() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put(0, id: "a")
      try store.close()
      var configuration = StoreConfiguration()
      configuration.migrations = [
        StoreMigration("1") { transaction in
          let database = try transaction.database
          let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
          _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + 20)")
          try transaction.put(1, id: "a")
          do { try transaction.put(Self.huge, id: "b") } catch {}
          do { try transaction.put(3, id: "c") } catch {}
          do { try database.execute(sql: "CREATE TABLE later (id INTEGER)") } catch {}
        }
      ]
      expectCode(.diskFull) { _ = try KeyValueStore(path: path, configuration: configuration) }
      let again = try KeyValueStore(path: path)
      #expect(try again.get(Int.self, id: "a") == 0)
      #expect(try again.count() == 1)
      let later = try again.read {
        try Int.fetchOne(
          $0.database, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'later'")
      }
      #expect(later == 0)
      #expect(try again.verify().isIntact)
      try again.close()
    }
  }

  /// How often the closure of each writer ran.
  private final class Runs: Sendable {
    let counts = Mutex([Int: Int]())
  }

  @Test func oneWritersCaughtErrorFailsNoOtherWriter() async throws {
    try await StoreKind.file.withStore { store in
      try Self.limit(store, pages: 40)
      let gate = DispatchSemaphore(value: 0)
      let runs = Runs()
      try await withThrowingTaskGroup(of: (Int, StoreError.Code?).self) { group in
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        group.addTask {
          try await store.write { _ in
            hasBegun.continuation.finish()
            gate.wait()
          }
          return (-1, nil)
        }
        for await _ in hasBegun.stream {}
        for number in 0..<30 {
          group.addTask {
            do {
              try await store.write { transaction in
                runs.counts.withLock { $0[number, default: 0] += 1 }
                try transaction.put(number, id: "\(number)")
                if number == 7 { try? transaction.put(Self.huge, id: "huge") }
                try? transaction.put(number, id: "\(number) too")
              }
              return (number, nil)
            } catch {
              return (number, (error as? StoreError)?.code ?? .database)
            }
          }
        }
        // All of them wait for the first one, and then for each other.
        while store.engine.pending.count < 30 { await Task.yield() }
        gate.signal()
        for try await (number, code) in group {
          let expected: StoreError.Code? = number == 7 ? .diskFull : nil
          #expect(code == expected, "\(number)")
        }
      }
      for number in 0..<30 where number != 7 {
        #expect(try store.get(Int.self, id: "\(number)") == number)
        #expect(try store.get(Int.self, id: "\(number) too") == number)
      }
      #expect(try store.count() == 58)
      #expect(runs.counts.withLock { $0.values.max() } == 2)
    }
  }

  // MARK: Reading off the caller's actor

  private struct Witness: Codable, Sendable {
    static let onMain = Mutex(0)
    static let decodes = Mutex(0)
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Witness.decodes.withLock { $0 += 1 }
      // Not by the thread: Dispatch serves the main queue with any.
      if DispatchQueue.getSpecific(key: Witness.isMain) == true {
        Witness.onMain.withLock { $0 += 1 }
      }
    }

    static let isMain = DispatchSpecificKey<Bool>()

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @MainActor @Test func anObservationReadsAndDecodesOffTheCallersActor() async throws {
    DispatchQueue.main.setSpecific(key: Witness.isMain, value: true)
    #expect(DispatchQueue.getSpecific(key: Witness.isMain) == true)
    try await StoreKind.file.withStore { store in
      try store.put(Witness(1), id: "k")
      var values = store.observe(Witness.self, id: "k").makeAsyncIterator()
      var items = store.observeItems(Witness.self).makeAsyncIterator()
      for number in 1...3 {
        try store.put(Witness(number), id: "k")
        #expect(try await values.next(isolation: MainActor.shared)??.number == number)
        let all = try await items.next(isolation: MainActor.shared)
        #expect(all?.map(\.value.number) == [number])
      }
    }
    #expect(Witness.decodes.withLock { $0 } >= 6)
    #expect(Witness.onMain.withLock { $0 } == 0)
  }

  // MARK: Closures

  @Test(arguments: StoreKind.allCases) func reentranceEndsWithItsClosure(kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let gate = AsyncStream.makeStream(of: Void.self)
      let (task, snapshotTask) = try await store.write { transaction in
        try transaction.put(1, id: "k")
        expectCode(.reentrant) { _ = try store.get(Int.self, id: "k") }
        let task = Task {
          for await _ in gate.stream {}
          return try store.get(Int.self, id: "k")
        }
        return (task, Task { try await task.value })
      }
      gate.continuation.finish()
      #expect(try await task.value == 1)
      #expect(try await snapshotTask.value == 1)
      let other = try KeyValueStore.inMemory()
      try await store.read { _ in
        try other.write { _ in
          expectCode(.reentrant) { _ = try store.get(Int.self, id: "k") }
          expectCode(.reentrant) { try other.put(1, id: "k") }
        }
        try other.put(1, id: "k")
      }
    }
  }

  // MARK: Damage

  private static func change(_ sql: String, in store: KeyValueStore) throws {
    try store.engine.writer.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test func aMissingKeyBesideADamagedOneIsMissing() throws {
    try StoreKind.file.withStore { store in
      for id in ["a", "c", "e"] { try store.put(Data(repeating: 1, count: 9_000), id: id) }
      try Self.change("UPDATE rows SET value = zeroblob(9000) WHERE id IN ('a', 'c')", in: store)
      #expect(try store.get(Data.self, id: "b") == nil)
      #expect(try store.get(Data.self, id: "d") == nil)
      #expect(try !store.contains(id: "b"))
      expectCode(.damaged) { _ = try store.get(Data.self, id: "c") }
    }
  }

  @Test(arguments: ["1", "expires - 3600000000 * 48", "NULL"])
  func aDamagedTimeToLiveIsToldAndItsRowStays(expires: String) throws {
    try StoreKind.file.withStore { store in
      for number in 0..<5 {
        try store.put(number, id: "\(number)", expiresAfter: .seconds(3600))
      }
      try Self.change("UPDATE rows SET expires = \(expires) WHERE id = '3'", in: store)
      expectCode(.damaged) { _ = try store.get(Int.self, id: "3") }
      expectCode(.damaged) { _ = try store.item(Int.self, id: "3") }
      for order in ItemOrder.allCases {
        expectCode(.damaged) { _ = try store.items(Int.self, order: order) }
      }
      expectCode(.damaged) { _ = try store.all(Int.self) }
      expectCode(.damaged) { _ = try store.items(Int.self, at: 3..<4) }
      expectCode(.damaged) { try store.exportLines(to: folderless) }
      if expires != "NULL" {
        expectCode(.damaged) { _ = try store.contains(id: "3") }
        expectCode(.damaged) { _ = try store.count() }
        expectCode(.damaged) { _ = try store.ids() }
      }
      #expect(try store.purgeExpired() == 0)
      #expect(try store.verify().damagedRows.map(\.id) == ["3"])
      #expect(try store.items(Int.self, in: .prefix("2")).map(\.value) == [2])
      try store.delete(id: "3")
      #expect(try store.verify().isIntact)
      #expect(try store.count() == 4)
    }
  }

  private var folderless: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
  }

  @Test func pagesOfARangeAreRightAmongExpiredRows() throws {
    let time = ManualTime()
    try StoreKind.file.withStore({ $0.now = { time.now } }) { store in
      for number in 0..<20 {
        try store.put(
          number, id: String(format: "%02d", number),
          expiresAfter: number % 2 == 0 ? .seconds(1) : nil)
      }
      time.advance(by: 2)
      #expect(try store.items(Int.self, limit: 3).map(\.value) == [1, 3, 5])
      #expect(try store.items(Int.self, at: 2..<4).map(\.value) == [5, 7])
      #expect(try store.items(Int.self, limit: 0).isEmpty)
      #expect(try store.items(Int.self, at: 9..<30).map(\.value) == [19])
      #expect(try store.ids(limit: 2) == ["01", "03"])
      #expect(try store.count() == 10)
      #expect(try store.purgeExpired() == 10)
      #expect(try store.items(Int.self, at: 2..<4).map(\.value) == [5, 7])
    }
  }

  // MARK: One JSON

  private struct Event: Codable, Equatable, Sendable { var at: Date }

  @Test(arguments: StoreKind.allCases) func aDateIsTextInTheStoreAndSurvives(kind: StoreKind) throws
  {
    try kind.withStore { store in
      let event = Event(at: Date(timeIntervalSince1970: 1_772_706_386.123))
      try store.put(event, id: "e")
      #expect(
        try store.get(StoredContent.self, id: "e") == .json(#"{"at":"2026-03-05T10:26:26.123Z"}"#))
      let back = try #require(try store.get(Event.self, id: "e"))
      #expect(abs(back.at.timeIntervalSince(event.at)) < 0.001)
      let texts = (try ModelEncoder().text(back), try ModelEncoder().text(event))
      #expect(texts.0 == texts.1)
      try store.put(StoredContent.json(#"{"at":"2026-02-30T00:00:00Z"}"#), id: "none")
      expectCode(.wrongType) { _ = try store.get(Event.self, id: "none") }
      expectCode(.unencodable) { try store.put(Double.infinity, id: "infinite") }
      expectCode(.unencodable) { try store.put([Double.nan], id: "infinite") }
    }
  }

  @Test func rowsOfTheFirstFormatAreReadExportedAndImported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore(name: "old", in: folder)
      let event = Event(at: Date(timeIntervalSinceReferenceDate: 785_000_000.25))
      let old = try JSONEncoder().encode(event)
      for (id, bytes) in [
        ("e", old), ("infinite", Data(#""Infinity""#.utf8)), ("no JSON", Data("\u{0}1".utf8)),
      ] {
        try store.engine.write { writer in
          try writer.put(bytes, as: .legacyJSON, id: id, in: .default, expires: nil)
        }
      }
      #expect(try store.get(Event.self, id: "e") == event)
      #expect(try store.get(Double.self, id: "infinite") == .infinity)
      try store.put(event, id: "new")
      #expect(try store.exportLines(to: file) == 4)
      let copy = try KeyValueStore(name: "new", in: folder)
      #expect(try copy.importLines(from: file) == 4)
      #expect(try copy.get(Event.self, id: "e") == event)
      #expect(try copy.get(Event.self, id: "new") == event)
      #expect(try copy.get(Double.self, id: "infinite") == .infinity)
      #expect(try copy.get(Data.self, id: "no JSON") == Data("\u{0}1".utf8))
      // A line without a format is of an export before there were two.
      let line = #"{"table":"default","id":"line","created":1,"updated":1,"value":{"at":0}}"#
      try Data(line.utf8).write(to: file)
      try copy.importLines(from: file)
      let imported = try copy.get(Event.self, id: "line")
      #expect(imported?.at == Date(timeIntervalSinceReferenceDate: 0))
      try copy.close()
      try store.close()
    }
  }

  @Test(arguments: [
    "\u{0}1", "1\u{0}", "", " ", "[1,]", "{\"a\":1,}", "01", "+1", "NaN", "'a'", "1 2", "[1",
    "\"\u{1}\"", "\"\\ud800\"",
  ]) func textThatIsNoJSONIsRefused(text: String) throws {
    try StoreKind.memory.withStore { store in
      expectCode(.unencodable) { try store.put(StoredContent.json(text), id: "k") }
      let count = try store.count()
      #expect(count == 0)
    }
  }

  @Test func anExportOfAnyTextCanBeImported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore(name: "s", in: folder)
      let texts = [
        "\u{FEFF}1", "1.50", "-0.0", "1E400", #"{"b":1,"a":2,"b":3}"#, "\"\u{2028}\"",
        " [ 1 ,\n2 ] ",
        #""\u0000""#, "null",
      ]
      for (number, text) in texts.enumerated() {
        try store.put(StoredContent.json(text), id: "\(number)\u{0}")
      }
      #expect(try store.exportLines(to: file) == texts.count)
      let copy = try KeyValueStore(name: "copy", in: folder)
      #expect(try copy.importLines(from: file) == texts.count)
      let copied = try copy.all(StoredContent.self).map(\.value)
      let original = try store.all(StoredContent.self).map(\.value)
      #expect(copied == original)
      #expect(try copy.get(StoredContent.self, id: "4\u{0}") == .json(#"{"b":1,"a":2,"b":3}"#))
      try copy.close()
      try store.close()
    }
  }

  @Test(arguments: StoreKind.allCases) func optionalBytesAreBytes(kind: StoreKind) throws {
    try kind.withStore { store in
      let bytes: Data? = Data([1, 2, 3])
      try store.put(bytes, id: "some")
      #expect(try store.get(Data.self, id: "some") == bytes)
      #expect(try store.get(Data?.self, id: "some") == bytes)
      try store.put(Data?.none, id: "none")
      #expect(try store.get(Data?.self, id: "none") == .some(nil))
      try store.put(Data([4]), id: "plain")
      #expect(try store.get(Data?.self, id: "plain") == Data([4]))
      let content: StoredContent? = .json("[1]")
      try store.put(content, id: "content")
      #expect(try store.get([Int].self, id: "content") == [1])
    }
  }

  // MARK: Files

  @Test func filesAreTheirUsersOnly() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put("secret", id: "k")
      try store.exportLines(to: folder.appendingPathComponent("lines.jsonl"))
      try store.backup(to: folder.appendingPathComponent("copy.store").path)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count >= 6)
      for name in names {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: folder.appendingPathComponent(name).path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
      }
      try store.close()
    }
  }

  // MARK: Numbers at the ends

  @Test func aLifetimeAtTheEndsOfTimeIsKept() throws {
    try StoreKind.memory.withStore { store in
      for seconds in [Int64.max, Int64.max / 2, Int64(9_200_000_000_000)] {
        try store.put(1, id: "k", expiresAfter: .seconds(seconds))
        #expect(try store.get(Int.self, id: "k") == 1)
      }
      try store.put(1, id: "k", expiresAfter: .seconds(Int64.min))
      #expect(try store.get(Int.self, id: "k") == nil)
      #expect(try store.items(Int.self, at: Int.min..<Int.max).isEmpty)
      #expect(try store.items(Int.self, at: Int.max - 1..<Int.max).isEmpty)
      #expect(try store.items(Int.self, limit: Int.min).isEmpty)
      #expect(try store.items(Int.self, limit: Int.max).isEmpty)
    }
  }
}

private func expectCode(
  _ code: StoreError.Code, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
  #expect(error?.code == code, sourceLocation: location)
}
