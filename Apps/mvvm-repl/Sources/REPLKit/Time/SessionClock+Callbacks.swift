public import Bindings
import Synchronization

/// A scheduled callback, which waits among the sleepers until it is due.
@MainActor
final class ScheduledCall {
  /// The action; `nil` after it has run or was cancelled.
  private var action: (@MainActor () -> Void)?
  let cause = Trace.cause
  /// The task that runs the callback in a rehearsal, where waits take no time.
  var task: Task<Void, Never>?
  /// The number of the sleeper; `nil` in a rehearsal, and after the end of a manual clock.
  var sleeper: Int?
  /// The number of the wait; `nil` if the wait is not traced.
  var wait: Int?

  init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  func run() { exchange(&action, with: nil)?() }

  func callOff() {
    task?.cancel()
    action = nil
  }
}

extension SessionClock: CallbackClock {
  /// Calls `action` once, `duration` from now.
  ///
  /// On a manual clock, the code that advances the clock calls `action` directly. Operators of signals thus need no
  /// task, which could begin to sleep too late on a busy machine.
  ///
  /// - Returns: A closure that cancels the call.
  @MainActor
  public func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let call = ScheduledCall(action)
    wait(for: call, until: now.advanced(by: duration))
    return {
      self.endWait(of: call)
      let sleeper = call.sleeper.flatMap { id in self.state.withLock { $0.take(id) } }
      sleeper?.timer?.cancel()
      // The values that the action captured are released outside the lock, because their deinitializers may call the
      // clock.
      call.callOff()
    }
  }

  @MainActor
  private func wait(for call: ScheduledCall, until deadline: Instant) {
    guard Rehearsal.current == nil else {
      call.task = Task {
        guard (try? await sleep(until: deadline)) != nil else { return }
        call.run()
      }
      return
    }
    call.sleeper = state.withLock { state in
      // Nobody advances a manual clock after its end.
      guard !(state.mode == .manual && state.isEnded) else { return nil }
      state.nextID += 1
      add(
        Sleeper(id: state.nextID, deadline: deadline, waiter: .call(call), cause: call.cause),
        to: &state)
      return state.nextID
    }
    guard call.sleeper != nil else { return }
    call.wait = beginWait(until: deadline)
    tellOfPark()
  }

  @MainActor
  func endWait(of call: ScheduledCall) {
    if let wait = exchange(&call.wait, with: nil) { endWait(wait) }
  }
}
