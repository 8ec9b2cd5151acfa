internal import GRDB
internal import Synchronization

/// Asynchronous writes that wait for the writing connection, to be committed together.
///
/// While one group waits for the disk the next one gathers, so that many concurrent writers share a
/// commit and a lone one waits for nobody.
final class PendingWrites: Sendable {
  private struct State {
    var jobs: [WriteJob] = []
    var isDraining = false
  }

  private let state = Mutex(State())

  /// Adds a job; `true` when the caller must start a drain.
  func add(_ job: WriteJob) -> Bool {
    state.withLock { state in
      state.jobs.append(job)
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// Everything that waits; an empty answer ends the drain.
  func take() -> [WriteJob] {
    state.withLock { state in
      defer { state.jobs = [] }
      if state.jobs.isEmpty { state.isDraining = false }
      return state.jobs
    }
  }
}

/// One asynchronous write: what to do in the common transaction and how to answer after its end.
struct WriteJob: Sendable {
  /// Runs the caller's closure and keeps its result; throws what it throws.
  let run: @Sendable (RowWriter) throws -> Void
  /// Answers the caller; an error means that nothing of the job was kept.
  let finish: @Sendable ((any Error)?) -> Void
}

extension Engine {
  /// Commits waiting jobs, group after group, on the writing connection's queue.
  func drain() {
    writer.asyncWriteWithoutTransaction { [self] database in
      while true {
        let jobs = pending.take()
        guard !jobs.isEmpty else { return }
        commit(jobs, on: database)
      }
    }
  }

  /// One transaction for all; a job that throws takes back its own changes only.
  private func commit(_ jobs: [WriteJob], on database: Database) {
    var failures = [(any Error)?](repeating: nil, count: jobs.count)
    var groupFailure: (any Error)?
    do {
      try checkUsable()
      try commit(on: database, hasParts: true) { writer in
        for (index, job) in jobs.enumerated() {
          do {
            try writer.atomically { try withinClosure { try job.run(writer) } }
          } catch {
            // Without a transaction left, nothing of the group is left either.
            guard database.isInsideTransaction else { throw error }
            failures[index] = error
          }
        }
      }
    } catch {
      groupFailure = error
    }
    for (index, job) in jobs.enumerated() {
      job.finish((failures[index] ?? groupFailure).map(named))
    }
  }
}
