/// A snapshot of the navigation state as routes, small enough to be stored, and readable.
///
/// ```swift
/// let data = try JSONEncoder().encode(navigator.snapshot())
/// try navigator.restore(JSONDecoder().decode(NavigationSnapshot.self, from: data))
/// ```
/// Screens without a route cannot be stored; a stack is cut before the first of them.
public struct NavigationSnapshot: Codable, Hashable, Sendable {
  /// The stack of one tab.
  public struct Tab: Codable, Hashable, Sendable {
    /// The tab's name; `nil` in a navigator without tabs.
    public let name: String?
    /// The screens above the root.
    public let routes: [Route]
  }

  /// The tabs in order.
  public let tabs: [Tab]
  /// The name of the selected tab.
  public let selected: String?
  /// The presented stacks, each above the previous ones.
  public let presentations: [[Route]]
}

extension NavigationSnapshot {
  init(_ tree: NavigationTree) {
    func routes(_ screens: ArraySlice<NavigationTree.Screen>) -> [Route] {
      screens.prefix { $0.route != nil }.compactMap(\.route)
    }
    tabs = tree.tabs.map { Tab(name: $0.name, routes: routes($0.screens.dropFirst())) }
    selected = tree.selected?.name
    presentations = tree.presentations.map { routes($0.screens[...]) }.prefix { !$0.isEmpty }
      .map { $0 }
  }
}
