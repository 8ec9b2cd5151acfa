import Bindings

extension Navigator {
  /// Goes where a URL says.
  func go(to url: String) throws(NavigationError) {
    let request = try router.request(url)
    try changeMaking { edit, make throws(NavigationError) in
      switch request {
      case .path(let path): try edit.go(path, make)
      case .push(let found): try edit.push(make(found), route: found.route)
      case .present(let found): try edit.present(make(found), route: found.route)
      case .popTo(let place, let parameters): try edit.pop(to: place, parameters)
      case .pop: if !edit.pop() { throw .atRoot }
      case .popToRoot: if !edit.popToRoot() { throw .atRoot }
      case .dismiss: if !edit.dismiss() { throw .notPresenting }
      }
    }
  }

  /// Goes where a person was.
  func go(to snapshot: NavigationSnapshot) throws(NavigationError) {
    let router = router
    try changeMaking { edit, make throws(NavigationError) in
      edit.dismissAll()
      for tab in snapshot.tabs {
        try edit.selectTab(tab.name)
        try edit.follow(try router.found(tab.routes), make)
      }
      try edit.selectTab(snapshot.selected)
      for routes in snapshot.presentations {
        let path = try router.found(routes)
        guard let root = path.first else { throw .emptyStack }
        try edit.present(make(root), route: root.route)
        try edit.follow(path.dropFirst(), make)
      }
    }
  }

  /// A change that makes screens; those of one that fails are ended.
  private func changeMaking(
    _ body: (inout NavigationEdit, NavigationEdit.Maker) throws(NavigationError) -> Void
  ) throws(NavigationError) {
    var made: [LifecycleViewModel] = []
    do throws(NavigationError) {
      try edit { edit throws(NavigationError) in
        try body(&edit) { found throws(NavigationError) in
          let screen = try ownGraph.run(found.make)
          made.append(screen)
          return screen
        }
      }
    } catch {
      for screen in made where screen.parent == nil { screen.end() }
      throw error
    }
  }
}

extension NavigationEdit {
  typealias Maker = (Router.Found) throws(NavigationError) -> LifecycleViewModel

  /// Shows a path: in the tab whose root is its first route, else over the root of the selected tab.
  fileprivate mutating func go(
    _ path: [Router.Found], _ make: Maker
  ) throws(NavigationError) {
    dismissAll()
    let tab = tree.tabs.firstIndex { $0.screens.first?.route == path.first?.route }
    if let tab { try select(tab) }
    try follow(tab == nil ? path[...] : path.dropFirst(), make)
  }

  /// Makes the stack in front its root and the screens of a path; those that it begins with already
  /// stay.
  fileprivate mutating func follow(
    _ path: ArraySlice<Router.Found>, _ make: Maker
  ) throws(NavigationError) {
    let old = tree.front?.screens.dropFirst() ?? []
    let kept = zip(old, path).prefix { $0.route == $1.route }.count
    _ = trim(to: kept + 1)
    for found in path.dropFirst(kept) { try push(make(found), route: found.route) }
  }

  fileprivate mutating func pop(
    to place: Router.Place, _ parameters: [String: String]
  ) throws(NavigationError) {
    let screens = tree.front?.screens ?? []
    let index = screens.lastIndex { screen in
      guard let match = screen.route.flatMap(place.pattern.match) else { return false }
      return parameters.allSatisfy { match.has($1, for: $0) }
    }
    guard let index else {
      throw NavigationError(
        .notInStack,
        "No \(place.name ?? "\(place.pattern)") with these parameters is in the stack in front.")
    }
    _ = trim(to: index + 1)
  }

  /// Selects a tab by name; none means the only one.
  fileprivate mutating func selectTab(_ name: String?) throws(NavigationError) {
    if let name { try select(name) } else { try select(0) }
  }
}

extension Router {
  fileprivate func found(_ routes: [Route]) throws(NavigationError) -> ArraySlice<Found> {
    var path: [Found] = []
    for route in routes {
      guard let found = find(route) else { throw .nothing(at: route) }
      path.append(found)
    }
    return path[...]
  }
}

extension NavigationError {
  fileprivate static var atRoot: Self {
    NavigationError(
      .atRoot, "The screen that is seen is the root of its stack; there is no way back.")
  }

  fileprivate static var notPresenting: Self {
    NavigationError(.notPresenting, "Nothing is presented that could be dismissed.")
  }
}
