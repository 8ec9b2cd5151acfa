internal import Synchronization

extension KeyValueStore {
  /// Reads any number of values from one committed state, whatever is written meanwhile.
  ///
  /// ```swift
  /// let total = try store.read { try $0.all(Int.self).map(\.value).reduce(0, +) }
  /// ```
  ///
  /// - Throws: What `body` throws, and ``StoreError``.
  public func read<Result>(_ body: (StoreSnapshot) throws -> Result) throws -> Result {
    try engine.snapshot { try $0.lend(to: body) }
  }

  /// Reads as the synchronous `read` does, on a thread of the store's own.
  ///
  /// - Throws: What `body` throws, ``StoreError``, and `CancellationError` if cancelled before its turn.
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

  /// Makes several changes that are all kept or, when `body` throws, all undone.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   let count = try transaction.get(Int.self, id: "visits") ?? 0
  ///   try transaction.put(count + 1, id: "visits")
  /// }
  /// ```
  ///
  /// `body` sees its own changes; nobody else does before it has returned.
  public func write<Result>(_ body: (StoreTransaction) throws -> Result) throws -> Result {
    try engine.write(hasParts: true) { try $0.lend(to: body) }
  }

  /// Writes as the synchronous `write`, on a thread of the store's own, together with other tasks' writes.
  ///
  /// The writes of concurrent tasks share one commit, which makes ``Durability/survivesPowerLoss`` cheap. Each of them
  /// is still all or nothing. `body` runs a second time, by itself, when a failure such as a full disk has undone what
  /// several had written; nothing of the first time is left then.
  ///
  /// - Throws: What `body` throws, ``StoreError``, and `CancellationError` if cancelled before its turn.
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

/// Set when a task is cancelled, looked at when its turn comes.
private final class Cancellation: Sendable {
  let isSet = Atomic(false)
}
