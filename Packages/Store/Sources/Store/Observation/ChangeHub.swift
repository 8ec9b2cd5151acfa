internal import Synchronization

/// The observers of a store's commits; one hub per store.
final class ChangeHub: Sendable {
  private struct State {
    var signals: [ObjectIdentifier: ChangeSignal] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Whether it is worth recording which identifiers change.
  var isObserved: Bool { state.withLock { !$0.signals.isEmpty } }

  func add(_ signal: ChangeSignal) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.signals[ObjectIdentifier(signal)] = signal }
      return state.isFinished
    }
    if isFinished { signal.finish() }
  }

  func remove(_ signal: ChangeSignal) {
    state.withLock { _ = $0.signals.removeValue(forKey: ObjectIdentifier(signal)) }
  }

  /// Tells everyone concerned; called after the commit and before the writing call returns.
  func publish(_ changes: ChangeLog) {
    let signals = state.withLock { Array($0.signals.values) }
    for signal in signals where signal.concerns(changes) { signal.raise() }
  }

  /// Ends every observation; called once, when the store closes.
  func finish() {
    let signals = state.withLock { state in
      state.isFinished = true
      defer { state.signals = [:] }
      return Array(state.signals.values)
    }
    for signal in signals { signal.finish() }
  }
}

/// One observer's dirty flag, with at most one task waiting for it.
///
/// Changes coalesce in the flag: a slow consumer needs no queue and does not miss the last state.
final class ChangeSignal: Sendable {
  private enum State {
    case quiet
    case raised
    case waiting(CheckedContinuation<Bool, Never>)
    case finished
  }

  private let table: Int64
  private let range: IDRange
  private let state = Mutex(State.raised)

  /// Starts raised, so that the first wait answers at once with the present state.
  init(table: Int64, _ range: IDRange) {
    self.table = table
    self.range = range
  }

  func concerns(_ changes: ChangeLog) -> Bool {
    changes.touches(table, range)
  }

  func raise() {
    let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      switch state {
      case .quiet:
        state = .raised
        return nil
      case .waiting(let waiter):
        state = .quiet
        return waiter
      case .raised, .finished: return nil
      }
    }
    waiter?.resume(returning: true)
  }

  func finish() {
    let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      defer { state = .finished }
      if case .waiting(let waiter) = state { return waiter }
      return nil
    }
    waiter?.resume(returning: false)
  }

  /// Waits for the flag and lowers it; `false` when there will be no more, also on cancellation.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Bool? in
          switch state {
          case .raised:
            state = .quiet
            return true
          case .quiet:
            state = .waiting(continuation)
            return nil
          case .finished: return false
          case .waiting:
            fatalError("An iterator of a store observation is used by two tasks at once.")
          }
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      finish()
    }
  }
}
