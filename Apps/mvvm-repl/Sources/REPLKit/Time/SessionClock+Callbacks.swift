public import Bindings
import Synchronization

/// An action that waits for its moment among the sleepers.
@MainActor
final class ScheduledCall {
  /// `nil` when it has happened or was called off.
  private var action: (@MainActor () -> Void)?
  let cause = Trace.cause
  /// Waits for its moment in a rehearsal, where no time passes.
  var task: Task<Void, Never>?
  /// The number of its wait, when it is traced.
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
  /// While time passes by hand it does so inside of what moves the clock, so that the operators of signals need
  /// no task: a task that begins to sleep gets its turn at a time of its own, which a busy machine can make late.
  ///
  /// - Returns: What calls it off.
  @MainActor
  public func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let call = ScheduledCall(action)
    wait(for: call, until: now.advanced(by: duration))
    return {
      self.endWait(of: call)
      let sleepers = self.state.withLock { state in
        state.take { if case .call(let other) = $0.waiter { other === call } else { false } }
      }
      for sleeper in sleepers { sleeper.timer?.cancel() }
      // What the action captured ends behind the lock, for its end may call here.
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
    let isParked = state.withLock { state in
      // Nobody will advance it.
      guard !(state.mode == .manual && state.isEnded) else { return false }
      state.nextID += 1
      add(
        Sleeper(id: state.nextID, deadline: deadline, waiter: .call(call), cause: call.cause),
        to: &state)
      return true
    }
    guard isParked else { return }
    call.wait = beginWait(until: deadline)
    tellOfPark()
  }

  @MainActor
  func endWait(of call: ScheduledCall) {
    if let wait = exchange(&call.wait, with: nil) { endWait(wait) }
  }
}
