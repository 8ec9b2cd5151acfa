internal import Dispatch
internal import GRDB
internal import Synchronization

/// The queue of group commit: asynchronous writes that wait for the writing connection and share a commit.
///
/// While one group is committed the next one gathers. Tasks that write in a loop write again shortly after their
/// last write has returned; so after a group of several writers the drain waits for as many to come, for half the
/// time of a commit and at most two milliseconds. A single writer never waits.
final class PendingWrites: Sendable {
  private struct State {
    var jobs: [any PendingWrite] = []
    var isDraining = false
    /// The number of jobs that the drain waits for, and what wakes it.
    var gathering: (enough: Int, signal: DispatchSemaphore)?
  }

  private let state = Mutex(State())

  /// Adds a job; `true` when the caller must start a drain.
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

  /// Everything that waits; an empty answer ends the drain.
  func take() -> [any PendingWrite] {
    state.withLock { state in
      defer { state.jobs = [] }
      if state.jobs.isEmpty { state.isDraining = false }
      return state.jobs
    }
  }

  var count: Int { state.withLock { $0.jobs.count } }

  /// Waits until `enough` jobs have come, at most for `patience`.
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

/// One asynchronous write: what to do in the common transaction and how to answer after its end.
protocol PendingWrite: Sendable {
  /// Runs the caller's closure and keeps its result; throws what it throws.
  func run(_ writer: RowWriter) throws
  /// Answers the caller; an error means that nothing of the write was kept.
  func finish(_ error: (any Error)?)
}

/// A write whose caller waits for a `Result`.
final class WriteJob<Result: Sendable>: PendingWrite {
  typealias Body = @Sendable (StoreTransaction) throws -> Result
  /// The end of a write.
  ///
  /// The caller's closure goes back with it: what it holds must not end while the connection is held.
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

  /// Sets who is to be answered; called before the job is added to those that wait.
  func setCaller(_ caller: CheckedContinuation<End, Never>) {
    state.withLock { $0.caller = caller }
  }

  /// Withdraws the write if its turn has not come.
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
  /// Commits waiting jobs, group after group, on the writing connection's queue.
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

  /// After so many groups whoever waits in the connection's queue, a synchronous write, has its turn.
  private static var groupsInARow: Int { 16 }

  /// One transaction for all; a job that throws takes back its own changes only.
  ///
  /// After a failure such as a full disk, which undoes the whole group, each job has a transaction of its own.
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
