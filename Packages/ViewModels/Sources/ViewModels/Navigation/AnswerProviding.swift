import Bindings

/// A screen that is presented to get an answer, such as a picker.
///
/// ```swift
/// @ViewModel final class CityPicker: LifecycleViewModel, AnswerProviding {
///   private(set) var answer: String?
///   @Command func pick(_ city: String) { answer = city }
/// }
/// ```
/// `try await navigator.present(asking: CityPicker())` waits for the answer.
@MainActor
public protocol AnswerProviding: LifecycleViewModel {
  /// The type of the answer.
  associatedtype Answer
  /// The answer, in a node; `nil` until there is one.
  var answer: Answer? { get }
}

extension Navigator {
  /// Presents a screen and waits for its answer, which dismisses the screen.
  ///
  /// The navigator is retained during the wait. An answer or a cancellation dismisses the screen and what covers it.
  ///
  /// The first answer is the result; `nil` when the screen was removed without an answer, for any reason, or the
  /// enclosing change failed.
  public func present<Asked: AnswerProviding>(
    asking screen: Asked
  ) async throws(ViewModelError) -> Asked.Answer? {
    try present(screen)
    // A hook may have moved the screen already.
    guard let place = untracked({ draftedTree.screens.first { $0.model === screen }?.id }) else {
      return untracked { screen.answer }
    }
    var waiting: Subscription?
    var first: Asked.Answer?
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        askers[place] = {
          // Read before the dismissal: the end of the screen may clear the answer, and another answer may replace it.
          first = screen.answer
          continuation.resume()
        }
        waiting = observe(graph: screen.ownGraph) {
          if screen.answer != nil { self.finishAsking(place) }
        }
      }
    } onCancel: {
      Task { @MainActor in self.finishAsking(place) }
    }
    waiting?.cancel()
    return first
  }

  /// Resumes the call that waits for a screen and dismisses the screen; has no effect without such a call.
  private func finishAsking(_ place: NavigationTree.Screen.ID) {
    guard let asker = askers.removeValue(forKey: place) else { return }
    untracked(asker)
    _ = perform { $0.dismiss(place) }
  }

  /// Resumes the calls whose screens were removed, oldest first.
  func releaseAskers() {
    guard !askers.isEmpty else { return }
    let places = Set((tree.screens + draftedTree.screens).map(\.id))
    for place in askers.keys.sorted(by: { $0.number < $1.number }) where !places.contains(place) {
      untracked { askers.removeValue(forKey: place)?() }
    }
  }
}
