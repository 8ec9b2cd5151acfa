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
  /// The work between two checks of the request, in elements that are passed or compared.
  ///
  /// Less work is never interrupted: a short observer completes while the request is on its way to the main actor.
  private static let workBetweenLooks = 4_096

  /// The work of a call of a closure.
  static let workOfCall = 64

  /// Counts the size of a result, so that large results are interrupted, too.
  func countWork(of result: DynamicValue?, at span: Span) throws(Diagnostic) {
    switch result {
    case .array(let elements)?: try countWork(elements.count, at: span)
    case .string(let text)?: try countWork(text.utf8.count / 64, at: span)
    case .null?, .bool?, .int?, .double?, .object?, nil: break
    }
  }

  /// Counts work, and throws if an interruption was requested.
  func countWork(_ amount: Int, at span: Span) throws(Diagnostic) {
    work &+= amount
    guard work >= Self.workBetweenLooks else { return }
    work = 0
    guard interruption.isRaised else { return }
    (hasCut, isInterrupted) = (true, true)
    throw Diagnostic(.cancelled, .computationCancelled, at: span)
  }

  /// Runs work on many elements, which calls `count` for each step so that it can be interrupted.
  func counting<Result>(
    at span: Span, _ run: (_ count: () throws -> Void) throws -> Result
  ) throws(Diagnostic) -> Result {
    do { return try run { try countWork(1, at: span) } } catch {
      throw error as? Diagnostic ?? Diagnostic(.calculation, Message(error), at: span)
    }
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
