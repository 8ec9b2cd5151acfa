import Foundation
public import Testing

/// Runs each test of a suite on its own thread, with a limit on concurrent tests.
///
/// A test that waits for a terminal blocks its thread; on the few threads of the cooperative pool it would delay every
/// other test. Each test starts a program, so too many tests at a time would only wait for each other.
///
/// ```swift
/// @Suite(.ownThread) struct PromptTests { … }
/// ```
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  /// The suite's tests inherit the trait.
  public var isRecursive: Bool { true }

  /// Runs one test.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.gate.enter()
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await withTaskExecutorPreference(ThreadExecutor(), operation: function))
    } catch {
      result = .failure(error)
    }
    await Self.gate.leave()
    try result.get()
  }

  private static let gate = Gate(places: 4)
}

extension Trait where Self == OwnThread {
  /// Runs each test on its own thread, so that it may block.
  public static var ownThread: Self { OwnThread() }
}

/// A semaphore that admits a number of tasks at a time, in the order of their arrival.
private actor Gate {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Runs every job on a new thread.
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
