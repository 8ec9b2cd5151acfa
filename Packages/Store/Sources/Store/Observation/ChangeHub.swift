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

/// One observer: what it looks at, and a flag that says when this may have changed.
///
/// Changes coalesce in the flag: a slow consumer needs no queue and does not miss the last state.
final class ChangeSignal: Sendable {
  /// Brings an element when the flag is raised, and lowers it; an end when there will be no more.
  let changes: AsyncStream<Void>
  private let flag: AsyncStream<Void>.Continuation
  private let table: Int64
  private let range: IDRange

  /// Starts raised, so that the first look answers at once with the present state.
  init(table: Int64, _ range: IDRange) {
    self.table = table
    self.range = range
    (changes, flag) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    raise()
  }

  func concerns(_ changes: ChangeLog) -> Bool {
    changes.touches(table, range)
  }

  func raise() { flag.yield() }

  func finish() { flag.finish() }
}
