/// A screen that is asked before a person goes back from it.
///
/// ```swift
/// @ViewModel final class Letter: LifecycleViewModel, BackHandling {
///   var draft = ""
///   func shouldPop() -> Bool { draft.isEmpty }
/// }
/// ```
/// Only ``Navigator/back()`` asks: what the program does itself, and what a view has done already, is
/// not refused. Screens that do not conform never refuse.
@MainActor
public protocol BackHandling: LifecycleViewModel {
  /// Whether the screen may be left; one that refuses may ask its person why not.
  func shouldPop() -> Bool
}
