import Foundation
import Measuring
import Store
import Synchronization

/// What every case needs: a folder, values that are never the same, and a place for the figures.
final class Bench {
  let isQuick: Bool
  private let only: String?
  private let folder: URL
  let table = ResultTable(layer: "store")

  var rounds: Int { isQuick ? 3 : 9 }

  /// Rows in the ordinary tables.
  let count = 10_000
  let names: [String]
  /// The same in random order.
  let ids: [String]

  init(_ arguments: some Collection<String>) throws {
    isQuick = arguments.contains("--quick")
    only = arguments.firstIndex(of: "--only").flatMap { arguments[$0...].dropFirst().first }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreBenchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    names = (0..<count).map { String(format: "item/%07d", $0) }
    ids = names.shuffled()
  }

  func removeFiles() { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func store(
    _ name: String, _ durability: Durability = .survivesProcessKill
  ) throws -> KeyValueStore {
    var configuration = StoreConfiguration()
    configuration.durability = durability
    return try KeyValueStore(path: path(name), configuration: configuration)
  }

  func run(_ name: String, _ body: (Bench) async throws -> Void) async throws {
    if only == nil || only == name { try await body(self) }
  }

  /// Writes the table file; a run of one case leaves the last whole table alone.
  func save() throws {
    if only == nil { try table.save() }
  }

  func makeItems() -> [(id: String, value: Data)] {
    names.map { (id: $0, value: nextValue()) }
  }
}

enum SQLiteMode {
  static let normal = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
  static let full = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"
  static let rollback = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL"
}

/// 365 bytes, never the same twice: SQLite writes nothing when a row stays as it is.
private let values = (0..<64).map { seed in
  Data((0..<365).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) })
}
private let turn = Atomic(0)

/// Another value at each call, whoever asks.
func nextValue() -> Data {
  values[turn.wrappingAdd(1, ordering: .relaxed).oldValue & 63]
}

func now() -> Int64 {
  Int64(Date().timeIntervalSince1970 * 1_000_000)
}

/// A lookup must find what was put, or the figure means nothing.
func require<Value>(_ found: Value?) {
  precondition(found != nil, "A row is missing.")
}
