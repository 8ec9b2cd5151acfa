import Bindings
import Synchronization
import ViewModels

/// A request from any thread to stop the computation of a session.
///
/// A computation blocks the main actor until it ends, so ``Session/cancelRunning()``, which needs the main actor, comes
/// too late. A signal handler calls both:
/// ```swift
/// session.interruption.raise()
/// Task { @MainActor in session.cancelRunning() }
/// ```
public final class Interruption: Sendable {
  private enum State { static let idle = 0, raised = 1, over = 2 }

  private let state = Atomic(State.idle)

  /// Requests that the current computation stop; ``Session/cancelRunning()``, or the next text, resets the request.
  public func raise() { change(State.idle, to: State.raised) }

  /// Requests that all long computations stop from now on, and that no further statement run.
  public func end() { state.store(State.over, ordering: .relaxed) }

  /// Whether all long computations must stop from now on.
  public var isOver: Bool { state.load(ordering: .relaxed) == State.over }

  var isRaised: Bool { state.load(ordering: .relaxed) != State.idle }

  /// Resets the request after it was handled, so that new computations can run.
  func lower() { change(State.raised, to: State.idle) }

  private func change(_ old: Int, to new: Int) {
    _ = state.compareExchange(expected: old, desired: new, ordering: .relaxed)
  }
}

extension Evaluator {
  /// The work between two checks of the request, in calls; a call with a large result counts as several.
  ///
  /// Less work is never interrupted: a short observer completes while the request is on its way to the main actor.
  private static let workBetweenLooks = 64

  /// Counts the size of a result as calls, so that a few calls with large results are interrupted, too.
  func countWork(_ result: Operand) {
    guard case .value(let value, _) = result else { return }
    switch value {
    case .array(let elements): closureWork &+= elements.count / 64
    case .string(let text): closureWork &+= text.utf8.count / 4_096
    case .null, .bool, .int, .double, .object: break
    }
  }

  /// Counts a call of a closure, and throws if an interruption was requested.
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
  /// Records that the computation of a derived value was interrupted; tracked, so that it can be repeated.
  func noteCut(_ name: String) {
    _ = cuts.value
    cutNames.insert(name)
  }

  /// Repeats interrupted computations of derived values, if a statement names such a value or one that depends on it.
  ///
  /// Otherwise they stay unchanged until a value that they have read changes, because a long computation would delay
  /// each statement.
  func computeAgain(whatIsReadBy statement: String) {
    guard !cutNames.isEmpty else { return }
    let words = Set(statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    guard cutNames.contains(where: { follows(words, from: $0) }) else { return }
    cutNames = []
    cuts.value += 1
  }
}
