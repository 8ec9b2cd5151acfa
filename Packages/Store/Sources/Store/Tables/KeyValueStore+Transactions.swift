internal import Synchronization

extension KeyValueStore {
  /// Reads any number of values from one committed state, even during writes.
  ///
  /// ```swift
  /// let total = try store.read { try $0.all(Int.self).map(\.value).reduce(0, +) }
  /// ```
  ///
  /// - Throws: The error of `body`, or ``StoreError``, such as `snapshotEnded`: after an error of the disk, SQLite keeps no
  ///   state, so the rest of `body` gets that error, and so does the caller if `body` returns.
  public func read<Result>(_ body: (StoreSnapshot) throws -> Result) throws -> Result {
    try engine.snapshot { try $0.lend(to: body) }
  }

  /// Reads as the synchronous `read` does, on a thread of the store.
  ///
  /// - Throws: The error of `body`, ``StoreError``, or `CancellationError` if cancelled before the read begins.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await engine.onReadingQueue { [engine] in
        if cancellation.isSet.load(ordering: .acquiring) { throw CancellationError() }
        return try engine.snapshot { try $0.lend(to: body) }
      }
    } onCancel: {
      cancellation.isSet.store(true, ordering: .releasing)
    }
  }

  /// Makes several changes in one transaction; if `body` throws, all of them are rolled back.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   let count = try transaction.get(Int.self, id: "visits") ?? 0
  ///   try transaction.put(count + 1, id: "visits")
  /// }
  /// ```
  ///
  /// `body` sees its own changes; other readers see them only after it has returned.
  ///
  /// - Throws: The error of `body`, or ``StoreError``. After an error that has undone the transaction, such as `diskFull` or
  ///   a damaged page, the rest of `body` gets that error, too, and nothing is kept.
  public func write<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    try engine.write(hasParts: true) { try $0.lend(to: body) }
  }

  /// Writes as the synchronous `write` does, on a thread of the store, in a group commit with other tasks' writes.
  ///
  /// The writes of concurrent tasks share one commit, which makes ``Durability/survivesPowerLoss`` cheap. Each write is
  /// still atomic. If a failure such as a full disk rolls back the whole group, `body` runs again in its own
  /// transaction; the changes of the first run are gone then.
  ///
  /// - Throws: The error of `body`, ``StoreError``, or `CancellationError` if cancelled before the write begins.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction) throws -> Result
  ) async throws -> Result {
    try engine.checkUsable()
    try engine.checkWritable()
    let job = WriteJob(body)
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        job.setCaller(caller)
        if engine.pending.add(job) { engine.drain() }
      }
    } onCancel: {
      job.cancel()
    }
    return try end.result.get()
  }
}

/// A flag that is set when a task is cancelled and checked before its read begins.
private final class Cancellation: Sendable {
  let isSet = Atomic(false)
}
