internal import Dispatch
internal import GRDB
internal import Synchronization

/// The queue of group commit: asynchronous writes that wait for the writing connection and share a commit.
///
/// While one group is committed, the next group gathers. Tasks that write in a loop write again shortly after their
/// last write has returned. So after a group of several writers, the drain waits for as many new jobs: for half the
/// time of a commit, at most two milliseconds. A single writer never waits.
final class PendingWrites: Sendable {
  private struct State {
    var jobs: [any PendingWrite] = []
    var isDraining = false
    /// The number of jobs that the drain waits for, and the semaphore that wakes it.
    var gathering: (enough: Int, signal: DispatchSemaphore)?
  }

  private let state = Mutex(State())

  /// Adds a job; returns `true` if the caller must start a drain.
  func add(_ job: any PendingWrite) -> Bool {
    state.withLock { state in
      state.jobs.append(job)
      if let gathering = state.gathering, state.jobs.count >= gathering.enough {
        gathering.signal.signal()
      }
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// Takes all waiting jobs; an empty result ends the drain.
  func take() -> [any PendingWrite] {
    state.withLock { state in
      defer { state.jobs = [] }
      if state.jobs.isEmpty { state.isDraining = false }
      return state.jobs
    }
  }

  var count: Int { state.withLock { $0.jobs.count } }

  /// Waits until `enough` jobs have been added, at most for `patience`.
  func gather(_ enough: Int, patience: Duration) {
    let signal = DispatchSemaphore(value: 0)
    let isWaiting = state.withLock { state in
      guard state.jobs.count < enough else { return false }
      state.gathering = (enough, signal)
      return true
    }
    guard isWaiting else { return }
    let patience = min(patience, .milliseconds(2)).microseconds
    _ = signal.wait(timeout: .now() + .microseconds(Int(patience)))
    state.withLock { $0.gathering = nil }
  }
}

/// An asynchronous write: its work in the shared transaction and its answer after the commit.
protocol PendingWrite: Sendable {
  /// Runs the caller's closure and keeps its result; rethrows its error.
  func run(_ writer: RowWriter) throws
  /// Answers the caller; with an error, nothing of the write was kept.
  func finish(_ error: (any Error)?)
}

/// A write whose caller waits for a `Result`.
final class WriteJob<Result: Sendable>: PendingWrite {
  typealias Body = @Sendable (StoreTransaction) throws -> Result
  /// The outcome of a write.
  ///
  /// It returns the caller's closure, whose captured objects must not be released while the connection is in use.
  typealias End = (result: Swift.Result<Result, any Error>, body: Body?)

  private struct State {
    var body: Body?
    var caller: CheckedContinuation<End, Never>?
    var result: Swift.Result<Result, any Error>?
    var isCancelled = false
  }

  private let state: Mutex<State>

  init(_ body: @escaping Body) {
    state = Mutex(State(body: body))
  }

  /// Sets the continuation to resume; called before the job is added to the queue.
  func setCaller(_ caller: CheckedContinuation<End, Never>) {
    state.withLock { $0.caller = caller }
  }

  /// Cancels the write if it has not started.
  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  func run(_ writer: RowWriter) throws {
    let body = state.withLock { $0.isCancelled ? nil : $0.body }
    guard let body else { throw CancellationError() }
    let result = try writer.lend(to: body)
    state.withLock { $0.result = .success(result) }
  }

  func finish(_ error: (any Error)?) {
    let caller = state.withLock { $0.caller.take() }
    caller?.resume(
      returning: state.withLock { state in
        let result = state.result.take() ?? .failure(CancellationError())
        return (error.map { .failure($0) } ?? result, state.body.take())
      })
  }
}

extension Engine {
  /// Commits the waiting jobs, group after group, on the writing connection's queue.
  func drain() {
    writer.asyncWriteWithoutTransaction { [self] database in
      withinClosure {
        for _ in 0..<Self.groupsInARow {
          let jobs = pending.take()
          guard !jobs.isEmpty else { return }
          let start = ContinuousClock.now
          commit(jobs, on: database)
          guard jobs.count > 1 else { continue }
          pending.gather(jobs.count, patience: (ContinuousClock.now - start) / 2)
        }
        drain()
      }
    }
  }

  /// After this number of groups, a synchronous write that waits in the connection's queue may run.
  private static var groupsInARow: Int { 16 }

  /// Commits a group in one transaction; a job that throws rolls back only its own changes.
  ///
  /// After a failure that rolls back the whole group, such as a full disk, each job gets its own transaction.
  private func commit(_ jobs: [any PendingWrite], on database: Database) {
    var failures = [(any Error)?](repeating: nil, count: jobs.count)
    var hasBegun = false
    do {
      try commit(on: database, hasParts: true) { writer in
        hasBegun = true
        try checkOpen()
        for (index, job) in jobs.enumerated() {
          do { try writer.atomically { try writer.perform { try job.run(writer) } } } catch {
            try writer.checkTransaction()
            failures[index] = error
          }
          try writer.checkTransaction()
        }
      }
    } catch {
      guard !hasBegun || jobs.count == 1 else {
        for job in jobs { commit([job], on: database) }
        return
      }
      failures = failures.map { $0 ?? error }
    }
    for (index, job) in jobs.enumerated() { job.finish(failures[index].map(named)) }
  }
}
