import Bindings

/// A screen that is presented for an answer: a picker, say.
///
/// ```swift
/// @ViewModel final class CityPicker: LifecycleViewModel, AnswerProviding {
///   private(set) var answer: String?
///   @Command func pick(_ city: String) { answer = city }
/// }
/// ```
/// ``Navigator/present(asking:)`` waits for it.
@MainActor
public protocol AnswerProviding: LifecycleViewModel {
  /// The type of the answer.
  associatedtype Answer
  /// The answer, in a node; `nil` until there is one.
  var answer: Answer? { get }
}

extension Navigator {
  /// Presents a screen and waits for its answer, which dismisses it.
  ///
  /// ```swift
  /// let city = try await navigator.present(asking: CityPicker())
  /// ```
  /// The navigator lives on while it waits. Cancelling the task dismisses the screen.
  ///
  /// - Returns: The first answer; `nil` when the screen left without one, or the change failed that it was a part of.
  /// - Throws: ``ViewModelError`` when the screen has ended or is in a tree already.
  public func present<Asked: AnswerProviding>(
    asking screen: Asked
  ) async throws(ViewModelError) -> Asked.Answer? {
    let stack = try cover(with: screen)
    var waiting: Subscription?
    var first: Asked.Answer?
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        askers[stack] = {
          guard self.askers.removeValue(forKey: stack) != nil else { return }
          self.didDismiss(stack)
          continuation.resume()
        }
        waiting = observe(graph: screen.ownGraph) {
          let answer = screen.answer
          guard answer != nil || screen.isEnded, let asker = self.askers[stack] else { return }
          // The end of the screen may take its answer back, and who answered may answer again.
          first = answer
          asker()
        }
      }
    } onCancel: {
      Task { @MainActor in self.didDismiss(stack) }
    }
    waiting?.cancel()
    return first
  }
}
