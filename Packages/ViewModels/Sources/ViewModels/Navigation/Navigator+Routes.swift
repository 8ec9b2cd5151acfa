import Bindings

extension Navigator {
  /// Shows a path: in the tab whose root is its first route, otherwise above the root of the selected tab.
  func show(_ path: [Router.Found]) throws(ViewModelError) {
    dismissAll()
    let tab = draftedTree.tabs.firstIndex { $0.screens.first?.route == path.first?.route }
    if let tab { try select(tab) }
    try follow(tab == nil ? path[...] : path.dropFirst())
  }

  /// Replaces the screens above the root of the stack in front by a path; matching screens at the beginning
  /// stay.
  func follow(_ path: ArraySlice<Router.Found>) throws(ViewModelError) {
    let old = draftedTree.front?.screens.dropFirst() ?? []
    let kept = zip(old, path).prefix { $0.route == $1.route }.count
    _ = perform { $0.trim(to: kept + 1) }
    for found in path.dropFirst(kept) { try add(found) }
  }

  func add(_ found: Router.Found) throws(ViewModelError) {
    try push(make(found), route: found.route)
  }

  func pop(
    to place: Router.Place, _ parameters: [String: String]
  ) throws(ViewModelError) {
    let screens = draftedTree.front?.screens ?? []
    guard let index = screens.lastIndex(where: { router.has($0, at: place, parameters) }) else {
      throw ViewModelError(
        .notInStack,
        "No \(place.title) with these parameters is in the stack in front.")
    }
    _ = perform { $0.trim(to: index + 1) }
  }

  /// Selects a tab by name; nil selects the single stack of a navigator without tabs.
  func selectTab(_ name: String?) throws(ViewModelError) {
    if let name { try select(name) } else { try select(0) }
  }

  /// Makes a screen, which ends when the change fails.
  func make(_ found: Router.Found) throws(ViewModelError) -> LifecycleViewModel {
    let screen = try found.make()
    // A screen that contains the navigator was not made for it; it is refused later.
    if isInside(screen) { return screen }
    draft?.made.append(screen)
    if draft == nil, screen.parent == nil { screen.end() }
    return screen
  }
}

extension Router {
  func found(_ routes: [Route]) throws(ViewModelError) -> ArraySlice<Found> {
    var path: [Found] = []
    for route in routes {
      guard let found = find(route) else { throw .nothing(at: route) }
      path.append(found)
    }
    return path[...]
  }
}
