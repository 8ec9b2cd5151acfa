import Foundation

/// The bytes of a store's file, which tests damage.
enum StoreBytes {
  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Replaces the file by these bytes, without a log.
  static func write(_ bytes: [UInt8], to path: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
