import Bindings
import Synchronization
import ViewModels

/// A request to stop what a session computes, from any thread.
///
/// A computation keeps the main actor to itself until it has ended, so ``Session/cancelRunning()``, which needs
/// the main actor, comes too late for it. A handler of signals calls both:
/// ```swift
/// session.interruption.raise()
/// Task { @MainActor in session.cancelRunning() }
/// ```
public final class Interruption: Sendable {
  private enum State { static let idle = 0, raised = 1, over = 2 }

  private let state = Atomic(State.idle)

  /// Asks what is computed now to stop; ``Session/cancelRunning()``, or the next text, takes the request back.
  public func raise() { change(State.idle, to: State.raised) }

  /// Asks that nothing be computed for long any more, and lets no further statement run.
  public func end() { state.store(State.over, ordering: .relaxed) }

  /// Whether nothing is to be computed for long any more.
  public var isOver: Bool { state.load(ordering: .relaxed) == State.over }

  var isRaised: Bool { state.load(ordering: .relaxed) != State.idle }

  /// The request was heard: what comes from now on may be computed.
  func lower() { change(State.raised, to: State.idle) }

  private func change(_ old: Int, to new: Int) {
    _ = state.compareExchange(expected: old, desired: new, ordering: .relaxed)
  }
}

extension Evaluator {
  /// The work between two looks at a request: so many calls, or fewer that make much.
  ///
  /// What has done less is never cut: an observer is whole that runs while the request is on its way to the main actor.
  private static let workBetweenLooks = 64

  /// Counts the size of what was made as calls, so that few calls that make much are cut, too.
  func countWork(_ result: Operand) {
    guard case .value(let value, _) = result else { return }
    switch value {
    case .array(let elements): closureWork &+= elements.count / 64
    case .string(let text): closureWork &+= text.utf8.count / 4_096
    case .null, .bool, .int, .double, .object: break
    }
  }

  /// Counts the call of a closure, and ends the computation when somebody has asked for it.
  func countCall(of body: Expression) throws(Diagnostic) {
    closureWork &+= 1
    guard closureWork >= Self.workBetweenLooks else { return }
    closureWork = 0
    guard interruption.isRaised else { return }
    (hasCut, isInterrupted) = (true, true)
    throw Diagnostic(.cancelled, .computationCancelled, at: body.span)
  }
}

extension SessionScope {
  /// A derived value was cut while it was computed; tracked, so that it can be computed again.
  func noteCut(_ name: String) {
    _ = cuts.value
    cutNames.insert(name)
  }

  /// Has derived values computed again that were cut, if a statement names one, or one that follows from it.
  ///
  /// Others are left as they are until something they have read changes: what takes too long would hold up each
  /// statement.
  func computeAgain(whatIsReadBy statement: String) {
    guard !cutNames.isEmpty else { return }
    let words = Set(statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    guard cutNames.contains(where: { follows(words, from: $0) }) else { return }
    cutNames = []
    cuts.value += 1
  }
}
