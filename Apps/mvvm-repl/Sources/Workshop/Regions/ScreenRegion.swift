import REPLKit
import ViewModels

/// A region of a screen, which manages one view and stands between that view and the view-models.
///
/// A region interprets the events of its view, and shows the models that it gets. So a view knows no view-model, a
/// view-model knows no view, and each can be replaced without the other. Each requirement has a default that does
/// nothing, so a region implements only those that it needs:
/// ```swift
/// final class SearchRegion: ScreenRegion {
///   var view: SearchBar? = SearchBar()
///   func handle(_ event: RegionEvent) -> RegionEvent? {
///     event.name == "typed" ? RegionEvent("search", event.info) : nil
///   }
/// }
/// ```
/// ``ScreenRegions`` combines regions. The protocol is isolated to the main actor.
@MainActor
protocol ScreenRegion<View>: AnyObject {
  /// The type of the views that draw the screen: objects of a user interface framework, or values.
  associatedtype View

  /// The view of the region; `nil` without one.
  var view: View? { get }

  /// Puts the view of the region into the surrounding view.
  func attach(to parent: inout View)

  /// Receives the views of the other regions, by the names of the regions.
  func meet(_ others: [String: View])

  /// Handles an event, which comes from the view, a view-model or another region.
  ///
  /// - Returns: The event for the view-model; `nil` when the view-model does not need it. By default, the event
  ///   unchanged.
  func handle(_ event: RegionEvent) -> RegionEvent?

  /// Shows models, by their names.
  func show(_ models: [String: any Sendable])

  /// Lays out the view, and then calls `done`; by default at once.
  func layOut(_ done: () -> Void)

  /// Reacts to a new layout of another region.
  func layoutDidChange(of name: String)
}

extension ScreenRegion {
  /// No view.
  var view: View? { nil }
  /// Does nothing.
  func attach(to parent: inout View) {}
  /// Does nothing.
  func meet(_ others: [String: View]) {}
  /// Passes the event on unchanged.
  func handle(_ event: RegionEvent) -> RegionEvent? { event }
  /// Does nothing.
  func show(_ models: [String: any Sendable]) {}
  /// Calls `done` at once.
  func layOut(_ done: () -> Void) { done() }
  /// Does nothing.
  func layoutDidChange(of name: String) {}
}

/// An event in a region of a screen: its name and its values.
struct RegionEvent: Hashable, Sendable {
  /// The name of the event.
  var name: String
  /// The values of the event.
  var info: [String: DynamicValue]

  /// Makes an event.
  init(_ name: String, _ info: [String: DynamicValue] = [:]) {
    (self.name, self.info) = (name, info)
  }
}
