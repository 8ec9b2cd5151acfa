internal import Dispatch
internal import GRDB
internal import Synchronization

/// A pool of read-only connections to one file; they are opened on demand and kept in a free list.
///
/// GRDB's own pool checks the schema and scans its connections at each access, which costs more than a read by key.
final class ReaderPool: Sendable {
  private struct State {
    var free: [DatabaseQueue] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let permits: DispatchSemaphore
  private let path: String
  private let capacity: Int
  private let make: @Sendable () throws -> DatabaseQueue

  init(_ path: String, capacity: Int, make: @escaping @Sendable () throws -> DatabaseQueue) {
    self.path = path
    self.capacity = capacity
    self.permits = DispatchSemaphore(value: capacity)
    self.make = make
  }

  /// Lends a connection to the closure; blocks while all connections are in use.
  func withReader<Result>(_ body: (Database) throws -> Result) throws -> Result {
    permits.wait()
    defer { permits.signal() }
    let idle = try state.withLock { state in
      if state.isClosed { throw StoreError.closed(path) }
      return state.free.popLast()
    }
    let reader = try idle ?? make()
    defer { state.withLock { $0.free.append(reader) } }
    return try reader.unsafeRead(body)
  }

  /// Waits for the running reads and closes every connection.
  func close() throws {
    for _ in 0..<capacity { permits.wait() }
    defer { for _ in 0..<capacity { permits.signal() } }
    let readers = state.withLock { state in
      state.isClosed = true
      defer { state.free = [] }
      return state.free
    }
    for reader in readers { try reader.close() }
  }
}
