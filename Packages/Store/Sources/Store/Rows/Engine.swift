internal import CStoreSums
internal import Foundation
internal import GRDB
internal import Synchronization

/// The connections of an open store: one for writing, used by one transaction at a time, and a pool for reading.
///
/// A store in memory has one connection for both.
final class Engine: Sendable {
  let path: String
  let isReadOnly: Bool
  let hub = ChangeHub()
  let now: @Sendable () -> Date
  let writer: DatabaseQueue
  private let readers: ReaderPool?
  let lock: FileLock?
  private let isClosed = Atomic(false)
  /// The lock of closing, which the one who closes holds until the file is closed.
  ///
  /// It is recursive, because objects that are released with a connection may close the store again.
  private let closing = NSRecursiveLock()
  /// The schema's version when a transaction last gave the writing connection to the application.
  private let schemaVersion = Atomic<Int32>(-1)
  let pending = PendingWrites()
  /// The queue of asynchronous reads: they may block for a connection, which a task's thread must not do.
  private let readingQueue = OperationQueue()

  /// The store closures in which the current code or the code that began its task runs.
  @TaskLocal static var current: [ClosureInProgress] = []

  init(_ opened: OpenedFile, configuration: StoreConfiguration) {
    self.path = opened.path
    self.isReadOnly = configuration.isReadOnly
    self.now = configuration.now
    self.writer = opened.writer
    self.readers = opened.readers
    self.lock = opened.lock
    readingQueue.maxConcurrentOperationCount = opened.readers == nil ? 1 : configuration.readers
    readingQueue.qualityOfService = .userInitiated
  }

  var microseconds: Int64 { now().microseconds }

  /// Runs a single read operation on the last committed state.
  func read<Result>(_ body: (RowReader) throws -> Result) throws -> Result {
    try checkUsable()
    let now = microseconds
    do {
      if let readers {
        return try readers.withReader { try body(RowReader(database: $0, path: path, now: now)) }
      }
      return try writer.unsafeRead { try body(RowReader(database: $0, path: path, now: now)) }
    } catch {
      throw named(error)
    }
  }

  /// Runs any number of read operations on one committed state.
  func snapshot<Result>(_ body: (RowReader) throws -> Result) throws -> Result {
    try read { reader in
      try reader.statement("BEGIN").run()
      // Ending a read-only transaction cannot lose data, so its error is ignored and the result stands.
      defer { try? reader.statement("ROLLBACK").run() }
      // The only connection of a store in memory could also write, so it is set to read-only.
      guard readers == nil else { return try withinClosure { try body(reader) } }
      return try reader.database.readOnly { try withinClosure { try body(reader) } }
    }
  }

  /// Runs `body` on the reading queue, concurrently with as many others as there are readers.
  func onReadingQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      readingQueue.addOperation { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  /// Runs `body` in a transaction, which is committed if `body` returns and rolled back if it throws.
  func write<Result>(
    hasParts: Bool = false, _ body: (RowWriter) throws -> Result
  ) throws -> Result {
    try checkUsable()
    try checkWritable()
    do {
      // The closure includes the commit, because GRDB notifies the application of it while it holds the connection.
      return try withinClosure {
        try writer.writeWithoutTransaction { database in
          do { return try commit(on: database, hasParts: hasParts, body) } catch {
            guard !hasParts, (named(error) as? StoreError)?.code == .damaged else { throw error }
            return try commitBesideDamage(error, on: database, body)
          }
        }
      }
    } catch {
      throw named(error)
    }
  }

  /// Commits a single operation that met a damaged page, if only the content of rows is damaged, or throws `error`.
  ///
  /// So a long row with damaged content can be deleted and replaced. If the structure of the file is right, the operation
  /// changes no page of another row.
  private func commitBesideDamage<Result>(
    _ error: any Error, on database: Database, _ body: (RowWriter) throws -> Result
  ) throws -> Result {
    try PageSums.checking(StoreSumsTrustRows, of: database) {
      let problems = try? RowReader(database: database, path: path, now: 0).structureProblems()
      guard problems == [] else { throw error }
      return try commit(on: database, hasParts: false, body)
    }
  }

  /// Runs the transaction on the writing connection's queue.
  ///
  /// A transaction with parts, which runs closures of the application, uses GRDB's transaction: if a failure rolls it
  /// back, GRDB refuses the application's further statements, each of which would commit by itself. A single operation
  /// of the store begins and ends with prepared statements, which cost less.
  func commit<Result>(
    on database: Database, hasParts: Bool, _ body: (RowWriter) throws -> Result
  ) throws -> Result {
    let reader = RowReader(database: database, path: path, now: microseconds)
    let writer = RowWriter(reader, of: self, recordsIDs: hub.isObserved, hasParts: hasParts)
    func checked() throws -> Result {
      let result = try body(writer)
      // An error that the body caught may have rolled back the whole transaction.
      try writer.checkTransaction()
      return result
    }
    let result: Result
    do {
      result = try hasParts ? database.committing(checked) : committing(reader, checked)
    } catch {
      writer.noteUndone()
      throw error
    }
    if !writer.changes.isEmpty { hub.publish(writer.changes) }
    return result
  }

  private func committing<Result>(
    _ reader: RowReader, _ body: () throws -> Result
  ) throws -> Result {
    try reader.statement("BEGIN IMMEDIATE").run()
    do {
      let result = try body()
      try reader.statement("COMMIT").run()
      return result
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if reader.database.isInsideTransaction { try reader.statement("ROLLBACK").run() }
      throw error
    }
  }

  /// Closes the connections and releases the lock; if another call does so, waits for its end.
  func close() throws {
    try checkNotReentrant()
    try closing.withLock {
      if !isClosed.load(ordering: .acquiring) { try closeConnections {} }
    }
  }

  /// Closes the connections, calls `removeFiles` and releases the lock; the caller must hold an ``OpeningTurn``.
  ///
  /// - Throws: ``StoreError`` with `closed` if another call has closed the store, or `busy` if the file is open elsewhere.
  func close(removingFiles removeFiles: () throws -> Void) throws {
    try checkNotReentrant()
    try closing.withLock {
      try checkOpen()
      try lock?.makeExclusive(path)
      try closeConnections(removeFiles)
    }
  }

  private func closeConnections(_ removeFiles: () throws -> Void) throws {
    isClosed.store(true, ordering: .releasing)
    hub.finish()
    defer { lock?.release() }
    do {
      try readers?.close()
      try writer.close()
    } catch {
      throw named(error)
    }
    try removeFiles()
  }

  /// Whether the schema differs from that of the last call.
  func hasChanged(schemaVersion version: Int32) -> Bool {
    schemaVersion.exchange(version, ordering: .relaxed) != version
  }

  func checkUsable() throws(StoreError) {
    try checkNotReentrant()
    try checkOpen()
  }

  func checkOpen() throws(StoreError) {
    if isClosed.load(ordering: .acquiring) { throw .closed(path) }
  }

  func checkWritable() throws(StoreError) {
    guard isReadOnly else { return }
    throw StoreError(
      .readOnly, "The store at \(path) was opened read-only. Open it for writing to change it.")
  }

  private func checkNotReentrant() throws(StoreError) {
    guard Engine.current.contains(where: { $0.isInside(self) }) else { return }
    throw StoreError(
      .reentrant,
      "The store was used inside its own read or write closure, which holds it. Use the closure's "
        + "argument instead.")
  }

  func withinClosure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let closure = ClosureInProgress(of: self)
    defer { closure.hasEnded.store(true, ordering: .releasing) }
    // Tasks that begin one another inside closures must not keep all that have ended.
    var closures = Engine.current.filter { !$0.hasEnded.load(ordering: .acquiring) }
    closures.append(closure)
    return try Engine.$current.withValue(closures, operation: body)
  }

  /// Runs `body` and converts its errors to ``StoreError``.
  func wrapping<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch { throw .wrapping(error, at: path) }
  }

  /// Converts GRDB's errors to the store's errors; an error of a caller's closure stays unchanged.
  func named(_ error: any Error) -> any Error {
    error is DatabaseError ? StoreError.wrapping(error, at: path) : error
  }
}

extension Database {
  fileprivate func committing<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try inTransaction(.immediate) {
      result = try body()
      return .commit
    }
    guard let result else { fatalError("A transaction was kept before it had a result.") }
    return result
  }
}

/// A running read or write closure of a store.
///
/// A task started inside the closure inherits this value, but runs on another thread and may outlive the closure.
final class ClosureInProgress: Sendable {
  private let engine: ObjectIdentifier
  private let thread = ObjectIdentifier(Thread.current)
  fileprivate let hasEnded = Atomic(false)

  fileprivate init(of engine: Engine) {
    self.engine = ObjectIdentifier(engine)
  }

  /// Whether the calling thread is still inside the closure, and it is the engine's.
  fileprivate func isInside(_ engine: Engine) -> Bool {
    self.engine == ObjectIdentifier(engine) && !hasEnded.load(ordering: .acquiring)
      && thread == ObjectIdentifier(Thread.current)
  }
}
