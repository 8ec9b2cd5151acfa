import Bindings

/// A screen that is presented for an answer: a picker, say.
///
/// ```swift
/// @ViewModel final class CityPicker: LifecycleViewModel, AnswerProviding {
///   private(set) var answer: String?
///   @Command func pick(_ city: String) { answer = city }
/// }
/// ```
/// `try await navigator.present(asking: CityPicker())` waits for it.
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
  /// The navigator lives on while it waits. An answer, and cancelling the task, dismiss the screen and what covers it.
  ///
  /// The first answer is the result; `nil` when the screen left its place without one, by whatever way, or the change
  /// failed that it was a part of.
  public func present<Asked: AnswerProviding>(
    asking screen: Asked
  ) async throws(ViewModelError) -> Asked.Answer? {
    try present(screen)
    // A hook may have taken the screen elsewhere already.
    guard let place = draftedTree.screens.first(where: { $0.model === screen })?.id else {
      return screen.answer
    }
    var waiting: Subscription?
    var first: Asked.Answer?
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        askers[place] = {
          // The end of the screen may take its answer back, and who answered may answer again.
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

  /// Lets a call that waits for a screen continue, and dismisses the screen; nothing when none waits.
  private func finishAsking(_ place: NavigationTree.Screen.ID) {
    guard let asker = askers.removeValue(forKey: place) else { return }
    untracked(asker)
    _ = perform { $0.dismiss(place) }
  }

  /// Lets the calls continue whose screens have left their places, the oldest first.
  func releaseAskers() {
    guard !askers.isEmpty else { return }
    let places = Set((tree.screens + draftedTree.screens).map(\.id))
    for place in askers.keys.sorted(by: { $0.number < $1.number }) where !places.contains(place) {
      untracked { askers.removeValue(forKey: place)?() }
    }
  }
}
