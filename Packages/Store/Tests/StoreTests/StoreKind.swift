import Foundation
import Store
import Synchronization

/// The stores every contract test runs on.
enum StoreKind: String, CaseIterable, Sendable {
  case memory
  case file

  func withStore<Result>(
    _ configure: (inout StoreConfiguration) -> Void = { _ in },
    _ body: (KeyValueStore) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { folder in
      let store = try open(in: folder, configure)
      let result = try body(store)
      try store.close()
      return result
    }
  }

  func withStore<Result>(
    _ configure: (inout StoreConfiguration) -> Void = { _ in },
    _ body: (KeyValueStore) async throws -> Result
  ) async throws -> Result {
    let folder = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open(in: folder, configure)
    let result = try await body(store)
    try store.close()
    return result
  }

  private func open(
    in folder: URL, _ configure: (inout StoreConfiguration) -> Void
  ) throws -> KeyValueStore {
    var configuration = StoreConfiguration()
    configure(&configuration)
    return switch self {
    case .memory: try KeyValueStore.inMemory(configuration: configuration)
    case .file:
      try KeyValueStore(name: "test", in: folder, configuration: configuration)
    }
  }
}

func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("StoreTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The same for long tests, which let the tasks of others have the thread after each trial.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// A clock that stands still until it is set.
final class ManualTime: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_000_000))

  var now: Date { date.withLock { $0 } }

  func advance(by seconds: Double) {
    date.withLock { $0 += seconds }
  }
}

/// A flag that one thread sets and others see.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

struct Contact: Codable, Sendable, Equatable {
  var name: String
  var phones: [String] = []
  var age: Int?
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
