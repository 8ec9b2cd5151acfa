import Bindings

extension Navigator {
  func go(to url: String) throws(ViewModelError) {
    let request = try router.request(url)
    try change { () throws(ViewModelError) in
      try checkForScreens()
      switch request {
      case .path(let path): try show(path)
      case .action(.push, let place, let parameters): try add(router.found(place, parameters))
      case .action(.present, let place, let parameters):
        let found = try router.found(place, parameters)
        try present(make(found), route: found.route)
      case .action(.popTo, let place, let parameters): try pop(to: place, parameters)
      case .action(.pop, _, _): if !pop() { throw .atRoot }
      case .action(.popToRoot, _, _): if !popToRoot() { throw .atRoot }
      case .action(.dismiss, _, _): if !dismiss() { throw .notPresenting }
      case .call(let call):
        throw ViewModelError(
          .badURL,
          "The URL runs the command '\(call.command)'. Hand it to call(_:), not to open(_:).")
      }
    }
  }

  func insert(_ name: String, at route: String) throws(ViewModelError) {
    guard case .path(let path) = try router.request(route), let goal = path.last else {
      throw ViewModelError(
        .badURL, "'\(route.withoutQuery)' is no place. Write the path of a screen: /photos/3.")
    }
    try change { () throws(ViewModelError) in
      try checkForScreens()
      try insert(Tab(name, root: make(goal), route: goal.route))
    }
  }

  func go(to snapshot: NavigationSnapshot) throws(ViewModelError) {
    try change { () throws(ViewModelError) in
      dismissAll()
      for tab in snapshot.tabs {
        try selectTab(tab.name)
        try follow(try router.found(tab.routes))
      }
      try selectTab(snapshot.selected)
      for routes in snapshot.presentations {
        let path = try router.found(routes)
        guard let root = path.first else { throw .emptyStack }
        try present(make(root), route: root.route)
        try follow(path.dropFirst())
      }
    }
  }

  /// Shows a path: in the tab whose root is its first route, otherwise above the root of the selected tab.
  private func show(_ path: [Router.Found]) throws(ViewModelError) {
    dismissAll()
    let tab = draftedTree.tabs.firstIndex { $0.screens.first?.route == path.first?.route }
    if let tab { try select(tab) }
    try follow(tab == nil ? path[...] : path.dropFirst())
  }

  /// Replaces the screens above the root of the stack in front by a path; matching screens at the beginning
  /// stay.
  private func follow(_ path: ArraySlice<Router.Found>) throws(ViewModelError) {
    let old = draftedTree.front?.screens.dropFirst() ?? []
    let kept = zip(old, path).prefix { $0.route == $1.route }.count
    _ = perform { $0.trim(to: kept + 1) }
    for found in path.dropFirst(kept) { try add(found) }
  }

  private func add(_ found: Router.Found) throws(ViewModelError) {
    try push(make(found), route: found.route)
  }

  private func pop(
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
  private func selectTab(_ name: String?) throws(ViewModelError) {
    if let name { try select(name) } else { try select(0) }
  }

  /// Makes a screen, which ends when the change fails.
  private func make(_ found: Router.Found) throws(ViewModelError) -> LifecycleViewModel {
    let screen = try found.make()
    // A screen that contains the navigator was not made for it; it is refused later.
    if isInside(screen) { return screen }
    draft?.made.append(screen)
    if draft == nil, screen.parent == nil { screen.end() }
    return screen
  }
}

extension Router {
  fileprivate func found(_ routes: [Route]) throws(ViewModelError) -> ArraySlice<Found> {
    var path: [Found] = []
    for route in routes {
      guard let found = find(route) else { throw .nothing(at: route) }
      path.append(found)
    }
    return path[...]
  }
}

extension ViewModelError {
  fileprivate static let atRoot = Self(
    .atRoot, "The screen that is seen is the root of its stack; there is no way back.")
  fileprivate static let notPresenting = Self(
    .notPresenting, "Nothing is presented that could be dismissed.")
}
