internal import Foundation
internal import Synchronization

/// The registry of a store's observers; it notifies them of commits.
final class ChangeHub: Sendable {
  /// A flag that signals a possible change of an observed value.
  ///
  /// Changes coalesce in the flag: a slow consumer needs no queue and does not miss the latest state.
  typealias Flag = AsyncStream<Void>.Continuation

  private struct Observer {
    let table: Int64
    let range: IDRange
    let flag: Flag
  }

  private struct State {
    var observers: [UUID: Observer] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())

  var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

  /// Registers an observer; the stream yields an element per raised flag and ends when the store closes.
  ///
  /// The flag starts raised, for the current state. The last copy of the stream's iterator removes the observer.
  func changes(of table: Int64, in range: IDRange) -> (AsyncStream<Void>, Flag) {
    let (changes, flag) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    flag.yield()
    let observer = UUID()
    state.withLock { state in
      guard !state.isFinished else { return flag.finish() }
      state.observers[observer] = Observer(table: table, range: range, flag: flag)
    }
    flag.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: observer) }
    }
    return (changes, flag)
  }

  /// Notifies the affected observers; called after the commit and before the writing call returns.
  func publish(_ changes: ChangeLog) {
    let observers = state.withLock { $0.observers.values }
    for observer in observers where changes.touches(observer.table, observer.range) {
      observer.flag.yield()
    }
  }

  /// Ends all observations; called once, when the store closes.
  func finish() {
    let observers = state.withLock { state in
      state.isFinished = true
      return state.observers.values
    }
    for observer in observers { observer.flag.finish() }
  }
}
