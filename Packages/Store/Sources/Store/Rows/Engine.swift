internal import Foundation
internal import GRDB
internal import Synchronization

/// The connections of one open store: one for writing, used by one transaction at a time, and a pool for reading.
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
  let pending = PendingWrites()
  /// Asynchronous reads run here: they may wait for a connection, which a task's thread must not.
  private let readingQueue = OperationQueue()

  /// The closure of a store that the current code runs in.
  @TaskLocal private static var current: ClosureInProgress?

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

  /// Runs one statement's worth of reading on the last committed state.
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

  /// Runs any amount of reading on one committed state.
  func snapshot<Result>(_ body: (RowReader) throws -> Result) throws -> Result {
    try read { reader in
      try reader.statement("BEGIN").run()
      // Ending a transaction that only read cannot lose anything; the reading's result stands.
      defer { try? reader.statement("ROLLBACK").run() }
      // The one connection of a store in memory would write, too.
      guard readers == nil else { return try withinClosure { try body(reader) } }
      return try reader.database.readOnly { try withinClosure { try body(reader) } }
    }
  }

  /// Runs `body` beside as many others as there are readers.
  func onReadingQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      readingQueue.addOperation { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  /// Runs `body` in a transaction that is kept if it returns and undone if it throws.
  func write<Result>(
    hasParts: Bool = false, _ body: (RowWriter) throws -> Result
  ) throws -> Result {
    try checkUsable()
    try checkWritable()
    do {
      // Around the commit, too: GRDB tells the application of it while it holds the connection.
      return try withinClosure {
        try writer.writeWithoutTransaction { try commit(on: $0, hasParts: hasParts, body) }
      }
    } catch {
      throw named(error)
    }
  }

  /// The transaction itself, on the writing connection's queue.
  ///
  /// One with parts, which closures of the application are lent, is GRDB's: after a failure that has undone it GRDB
  /// refuses the application's own statements, each of which would commit by itself. One operation of the store
  /// begins and ends by prepared statements, which cost less.
  func commit<Result>(
    on database: Database, hasParts: Bool, _ body: (RowWriter) throws -> Result
  ) throws -> Result {
    let reader = RowReader(database: database, path: path, now: microseconds)
    let writer = RowWriter(
      reader, of: ObjectIdentifier(self), recordsIDs: hub.isObserved, hasParts: hasParts)
    func checked() throws -> Result {
      let result = try body(writer)
      // A failure that the body caught may have undone the transaction, and with it everything.
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
      // After some failures, such as a full disk, SQLite has rolled back already.
      if reader.database.isInsideTransaction { try reader.statement("ROLLBACK").run() }
      throw error
    }
  }

  /// Closes the connections, and gives up the lock once `removeFiles` has returned.
  func close(_ removeFiles: () throws -> Void = {}) throws {
    try checkNotReentrant()
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
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
    guard Engine.current?.isInside(self) == true else { return }
    throw StoreError(
      .reentrant,
      "The store was used inside its own read or write closure, which holds it. Use the closure's "
        + "argument instead.")
  }

  func withinClosure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let closure = ClosureInProgress(of: self, inside: Engine.current)
    defer { closure.end() }
    return try Engine.$current.withValue(closure, operation: body)
  }

  /// Runs `body`, whose errors become the store's.
  func wrapping<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch { throw .wrapping(error, at: path) }
  }

  /// GRDB's errors get the store's names; an error that a caller's closure threw stays as it is.
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

/// A read or write closure of a store while it runs.
///
/// A task that was started inside inherits it, runs on another thread, and may outlive it.
private final class ClosureInProgress: Sendable {
  private let engine: ObjectIdentifier
  private let outer: ClosureInProgress?
  private let thread = ObjectIdentifier(Thread.current)
  private let hasEnded = Atomic(false)

  init(of engine: Engine, inside outer: ClosureInProgress?) {
    self.engine = ObjectIdentifier(engine)
    self.outer = outer
  }

  func end() { hasEnded.store(true, ordering: .releasing) }

  /// Whether the calling thread still runs the engine's closure, this one or one around it.
  func isInside(_ engine: Engine) -> Bool {
    if self.engine == ObjectIdentifier(engine), !hasEnded.load(ordering: .acquiring),
      thread == ObjectIdentifier(Thread.current)
    {
      return true
    }
    return outer?.isInside(engine) ?? false
  }
}
