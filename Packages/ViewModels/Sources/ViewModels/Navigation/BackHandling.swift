/// A screen that can refuse when the user goes back.
///
/// ```swift
/// @ViewModel final class Letter: LifecycleViewModel, BackHandling {
///   var draft = ""
///   func shouldPop() -> Bool { draft.isEmpty }
/// }
/// ```
/// Only ``Navigator/back()`` asks the screen: actions of the program, and changes that a view has already made,
/// cannot be refused. Screens that do not conform never refuse.
@MainActor
public protocol BackHandling: LifecycleViewModel {
  /// Returns whether the screen may be left; a screen that refuses may ask the user for confirmation.
  func shouldPop() -> Bool
}
