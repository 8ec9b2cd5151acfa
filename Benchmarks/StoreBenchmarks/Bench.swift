import Foundation
import Measuring
import Store
import Synchronization

/// The resources of all cases: a folder, varying values, and a table of figures.
final class Bench {
  let isQuick: Bool
  private let only: String?
  private let folder: URL
  let table = ResultTable(layer: "store")

  var rounds: Int { isQuick ? 3 : 9 }

  /// The number of rows in the ordinary tables.
  let count = 10_000
  let names: [String]
  /// The names in random order.
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

  /// Writes the table file after a complete run; a run of one case keeps the last file.
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

/// The values of 365 bytes, which take turns, because SQLite writes nothing if a row stays unchanged.
private let values = (0..<64).map { seed in
  Data((0..<365).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) })
}
private let turn = Atomic(0)

/// Returns another value at each call, for all callers.
func nextValue() -> Data {
  values[turn.wrappingAdd(1, ordering: .relaxed).oldValue & 63]
}

func now() -> Int64 {
  Int64(Date().timeIntervalSince1970 * 1_000_000)
}

/// Requires that a lookup has found its row, because otherwise the figure means nothing.
func require<Value>(_ found: Value?) {
  precondition(found != nil, "A row is missing.")
}
