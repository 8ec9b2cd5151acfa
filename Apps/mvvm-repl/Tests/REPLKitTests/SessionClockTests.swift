import Bindings
import Synchronization
import Testing

@testable import REPLKit

/// Tasks and callbacks that wait on the clock of a session.
@MainActor
@Suite(.ownGraph) struct SessionClockTests {
  private let clock = SessionClock(.manual)

  @Test func aSleeperFollowsTheClockBetweenItsModes() async throws {
    let task = Task { try await clock.sleep(for: .milliseconds(1)) }
    await clock.settle()
    clock.set(.real)
    try await task.value
    task.cancel()
  }

  @Test func aCancelledSleeperEndsAtOnce() async {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.settle()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The pool of threads may be late: what an operator waits for needs none of them.
  @Test func whatAnOperatorWaitsForHappensInsideOfAnAdvance() async {
    let source = SignalSource<Int>()
    var got: [Int] = []
    let token = source.signal.delay(for: .seconds(1), clock: clock).delay(
      for: .seconds(1), clock: clock
    )
    .observe { got.append($0) }
    source.send(1)
    var turn = 0
    await clock.advance(by: .seconds(2)) {
      turn += 1
      return false
    }
    #expect(got == [1])
    #expect(turn == 3)
    token.cancel()
  }

  @Test func callbacksAndTasksOfOneMomentKeepTheirOrder() async {
    var told: [String] = []
    _ = clock.schedule(after: .seconds(2)) { told.append("last") }
    _ = clock.schedule(after: .seconds(1)) { told.append("first") }
    _ = clock.schedule(after: .seconds(1)) { told.append("second") }
    await clock.advance(by: .milliseconds(999))
    #expect(told.isEmpty)
    await clock.advance(by: .seconds(2))
    #expect(told == ["first", "second", "last"])
  }

  @Test func aCallbackFollowsTheClockBetweenItsModes() async {
    await withCheckedContinuation { continuation in
      _ = clock.schedule(after: .milliseconds(1)) { continuation.resume() }
      clock.set(.real)
    }
    var isDone = false
    _ = clock.schedule(after: .seconds(3_600)) { isDone = true }
    clock.set(.manual)
    await clock.settle()
    await clock.advance(by: .seconds(3_600))
    #expect(isDone)
  }

  /// They fired by the machine's time, and `advance` passed them over.
  @Test func whatWaitsSinceTheClockWasRealWaitsForItsHand() async throws {
    clock.set(.real)
    let source = SignalSource<Int>()
    var told: [String] = []
    let token = source.signal.delay(for: .seconds(3_600), clock: clock)
      .observe { told.append("delay \($0)") }
    source.send(1)
    let task = Task.detached { [clock] in try await clock.sleep(for: .seconds(7_200)) }
    let end = clock.now.advanced(by: .seconds(8_000))
    let start = clock.now
    while clock.deadlines(until: end) < 2 { await Task.yield() }
    clock.set(.manual)
    await clock.advance(by: .seconds(3_600))
    #expect(told == ["delay 1"])
    await clock.advance(by: .seconds(3_600))
    try await task.value
    #expect(start.duration(to: clock.now) >= .seconds(7_200))
    token.cancel()
  }

  /// A timer of the time before is not left over, and nothing is lost.
  @Test func modesCanChangeOften() async throws {
    var told: [Int] = []
    _ = clock.schedule(after: .milliseconds(2)) { told.append(1) }
    let task = Task { try await clock.sleep(for: .milliseconds(1)) }
    await clock.settle()
    for _ in 0..<20 {
      clock.set(.real)
      clock.set(.manual)
    }
    clock.set(.real)
    try await task.value
    while told.isEmpty { await Task.yield() }
    #expect(told == [1])
    #expect(clock.deadlines(until: clock.now.advanced(by: .seconds(1))) == 0)
  }

  @Test func aSleeperOfTheRealClockCanBeCancelled() async {
    clock.set(.real)
    let task = Task { try await clock.sleep(for: .seconds(3_600)) }
    let end = clock.now.advanced(by: .seconds(4_000))
    while clock.deadlines(until: end) == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines(until: end) == 0)
  }

  /// The end of the session waits for what still executes.
  @Test func aSleeperOfTheRealClockSleepsOnBehindTheEnd() async throws {
    clock.set(.real)
    let task = Task { try await clock.sleep(for: .milliseconds(1)) }
    clock.end()
    try await task.value
  }

  @Test func whatIsCalledOffIsLetGoAndDoesNotHappen() async {
    for mode in SessionClock.Mode.allCases {
      clock.set(mode)
      weak var captured: Canary?
      do {
        let canary = Canary()
        captured = canary
        let cancel = clock.schedule(after: .seconds(3_600)) {
          _ = canary
          Issue.record("It was called off.")
        }
        cancel()
        cancel()
      }
      while captured != nil { await Task.yield() }
    }
    clock.set(.manual)
    await clock.advance(by: .seconds(7_200))
  }

  @Test func whatAnotherOfTheSameMomentCallsOffDoesNotHappen() async {
    var cancel: (@MainActor () -> Void)?
    _ = clock.schedule(after: .seconds(1)) { cancel?() }
    cancel = clock.schedule(after: .seconds(1)) { Issue.record("It was called off.") }
    await clock.advance(by: .seconds(2))
  }

  @Test func nothingHappensBehindTheEnd() async {
    _ = clock.schedule(after: .seconds(1)) { Issue.record("The clock has ended.") }
    clock.end()
    await clock.advance(by: .seconds(2))
  }

  @Test func aCallbackMayMoveTheClockAndEndItsOwnWait() async {
    var told: [Int] = []
    var cancel: (@MainActor () -> Void)?
    cancel = clock.schedule(after: .seconds(1)) { [clock] in
      told.append(1)
      cancel?()
      _ = clock.schedule(after: .zero) { told.append(2) }
    }
    await clock.advance(by: .seconds(1))
    #expect(told == [1, 2])
  }

  private final class Canary {}
}

extension SessionClock {
  /// The number of sleepers whose time comes until `end`.
  fileprivate func deadlines(until end: Instant) -> Int {
    state.withLock { state in state.sleepers.items.count { $0.deadline <= end } }
  }
}
