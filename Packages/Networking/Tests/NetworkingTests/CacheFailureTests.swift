import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// A write takes away what is stored, also when its task is cancelled or the storage fails.
@Suite struct CacheFailureTests {
  private let storage = FragileStorage()
  private let fixture: FixtureClient

  init() throws {
    let storage = storage
    fixture = try FixtureClient { $0.cache = ResponseCache(storage: storage) }
  }

  private func answerReads(_ text: @escaping @Sendable () -> String) {
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=3600"], text())
    }
    fixture.transport.answer(.put, "/x") { (request) throws(NetworkError) in try .answer(request) }
  }

  private func read(_ policy: CachePolicy? = nil) async throws -> String {
    try await fixture.client.send(Request(.get, "/x").with { $0.cachePolicy = policy }).text
  }

  @Test func aCancelledWriteTakesTheStoredAnswerAway() async throws {
    let (reads, latch) = (Counter(), Latch())
    answerReads { "\(reads.add())" }
    fixture.transport.answer(.put, "/x") { (request) async throws(NetworkError) in
      await latch.wait()
      throw .cancelled
    }
    #expect(try await read() == "1")
    let client = fixture.client
    let write = Task { try await client.send(Request(.put, "/x")) }
    await latch.arrivals(1)
    write.cancel()
    await latch.open()
    _ = await write.result
    #expect(try await read() == "2")
  }

  @Test func removeAllInACancelledTaskRemoves() async throws {
    let reads = Counter()
    answerReads { "\(reads.add())" }
    #expect(try await read() == "1")
    let cache = try #require(fixture.client.exchange.configuration.cache)
    let removal = Task {
      unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      try await cache.removeAll()
    }
    try await removal.value
    #expect(try await read() == "2")
  }

  @Test func whatCouldNotBeRemovedAnswersNothingUntilItIs() async throws {
    let reads = Counter()
    answerReads { "\(reads.add())" }
    #expect(try await read() == "1")
    storage.failure.withLock { $0 = .removing }
    try await fixture.client.send(Request(.put, "/x"))
    #expect(try await read() == "2")
    #expect(try await read() == "3")
    storage.failure.withLock { $0 = nil }
    #expect(try await read() == "4")
    #expect(try await read() == "4")
  }

  @Test func aFailedRemoveAllIsMadeUpFor() async throws {
    let reads = Counter()
    answerReads { "\(reads.add())" }
    #expect(try await read() == "1")
    let cache = try #require(fixture.client.exchange.configuration.cache)
    storage.failure.withLock { $0 = .removing }
    await #expect(throws: POSIXError.self) { try await cache.removeAll() }
    #expect(try await read() == "2")
    storage.failure.withLock { $0 = nil }
    #expect(try await read() == "3")
    #expect(try await read() == "3")
  }

  /// Of more addresses than are remembered one by one.
  @Test func manyFailedRemovalsAnswerNothing() async throws {
    let reads = Counter()
    answerReads { "\(reads.add())" }
    #expect(try await read() == "1")
    let cache = try #require(fixture.client.exchange.configuration.cache)
    storage.failure.withLock { $0 = .removing }
    try await fixture.client.send(Request(.put, "/x"))
    for number in 0..<1000 {
      try? await cache.removeResponses(withPrefix: "http://fixture/other/\(number)")
    }
    #expect(try await read() == "2")
    storage.failure.withLock { $0 = nil }
    #expect(try await read() == "3")
    #expect(try await read() == "3")
  }

  @Test func anAnswerThatCannotBeStoredTakesTheOlderOneAway() async throws {
    let reads = Counter()
    answerReads { "\(reads.add())" }
    #expect(try await read() == "1")
    storage.failure.withLock { $0 = .storing }
    #expect(try await read(.reloadIgnoringLocalCacheData) == "2")
    #expect(try await read() == "3")
  }
}

/// A storage as one over a database: it does nothing for a cancelled task, and may fail.
private final class FragileStorage: ResponseStorage {
  enum Failure { case removing, storing }
  let failure = Mutex<Failure?>(nil)
  private let memory = MemoryResponseStorage()

  func response(for key: String) -> StoredResponse? { memory.response(for: key) }

  func store(_ response: StoredResponse, for key: String) throws {
    try check(.storing)
    memory.store(response, for: key)
  }

  func removeResponses(withPrefix prefix: String) throws {
    try check(.removing)
    memory.removeResponses(withPrefix: prefix)
  }

  private func check(_ work: Failure) throws {
    try Task.checkCancellation()
    if failure.withLock({ $0 }) == work { throw POSIXError(.ENOSPC) }
  }
}
