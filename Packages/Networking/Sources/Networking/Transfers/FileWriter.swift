import Dispatch
import Foundation

/// Writes a file on a queue of its own, so that a slow disk blocks no task.
///
/// `@unchecked Sendable`: the file handle is used on the serial queue alone.
final class FileWriter: @unchecked Sendable {
  private let url: URL
  private let queue = DispatchQueue(label: "Networking.FileWriter")
  private var handle: FileHandle?

  /// Opens a file for writing from a position; what is behind it is cut off.
  init(_ url: URL, from start: Int64) async throws(NetworkError) {
    self.url = url
    try await run { [self] in
      if !FileManager.default.fileExists(atPath: url.path) {
        try Data().write(to: url)
      }
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: UInt64(start))
      try handle.seek(toOffset: UInt64(start))
      self.handle = handle
    }
  }

  func write(_ data: Data) async throws(NetworkError) {
    try await run { [self] in try handle?.write(contentsOf: data) }
  }

  /// Closes the file; with `synchronizing`, what was written outlives a crash of the machine.
  func close(synchronizing: Bool) async throws(NetworkError) {
    try await run { [self] in
      if synchronizing { try handle?.synchronize() }
      try handle?.close()
      handle = nil
    }
  }

  private func run(_ work: @escaping @Sendable () throws -> Void) async throws(NetworkError) {
    let error: (any Error)? = await withCheckedContinuation { continuation in
      queue.async {
        do {
          try work()
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    if let error { throw .unwritable(url, error) }
  }
}
