import ViewModels

/// A region of a screen: it looks after one view, and stands between that view and the view-models.
///
/// A region takes the events of its view and says what they mean, and it shows the models that it is given. So a view
/// knows no view-model, a view-model knows no view, and either is replaced without the other. Each requirement has a
/// default that does nothing, so a region has those that it needs:
/// ```swift
/// final class SearchRegion: ScreenRegion {
///   var view: SearchBar? = SearchBar()
///   func handle(_ event: RegionEvent) -> RegionEvent? {
///     event.name == "typed" ? RegionEvent("search", event.info) : nil
///   }
/// }
/// ```
/// ``ScreenRegions`` puts regions together. The main actor guards it.
@MainActor
protocol ScreenRegion<View>: AnyObject {
  /// The views of whatever draws the screen: objects of a user interface framework, or values.
  associatedtype View

  /// The view that the region looks after; `nil` without one.
  var view: View? { get }

  /// Puts the view of the region into the one around it.
  func attach(to parent: inout View)

  /// Gets to know the other regions' views, by the names of the regions.
  func meet(_ others: [String: View])

  /// Does what an event asks for, which comes from the view, a view-model or another region.
  ///
  /// - Returns: The event that the view-model is told; `nil` when the event is none of its business. By default it is
  ///   told the event as it is.
  func handle(_ event: RegionEvent) -> RegionEvent?

  /// Shows models, by their names.
  func show(_ models: [String: any Sendable])

  /// Lays out the view, and calls `done` when that is so; by default at once.
  func layOut(_ done: () -> Void)

  /// Follows the new layout of another region.
  func layoutDidChange(of name: String)
}

extension ScreenRegion {
  /// No view.
  var view: View? { nil }
  /// Does nothing.
  func attach(to parent: inout View) {}
  /// Does nothing.
  func meet(_ others: [String: View]) {}
  /// Passes the event on as it is.
  func handle(_ event: RegionEvent) -> RegionEvent? { event }
  /// Does nothing.
  func show(_ models: [String: any Sendable]) {}
  /// Is done at once.
  func layOut(_ done: () -> Void) { done() }
  /// Does nothing.
  func layoutDidChange(of name: String) {}
}

/// An event in a region of a screen: its name, and what belongs to it.
struct RegionEvent: Hashable, Sendable {
  /// The name of the event.
  var name: String
  /// The values that belong to it.
  var info: [String: DynamicValue]

  /// Makes an event.
  init(_ name: String, _ info: [String: DynamicValue] = [:]) {
    (self.name, self.info) = (name, info)
  }
}
