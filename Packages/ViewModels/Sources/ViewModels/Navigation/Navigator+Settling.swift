import Bindings

extension Navigator {
  /// Makes the tree of the draft the current tree.
  ///
  /// The ownership of screens changes first; then the hooks run. A hook may navigate itself: it sees the
  /// new tree, and its change is settled after the current one, within the caller's batch.
  func commit() {
    guard var draft else { return }
    self.draft = nil
    guard _node_tree.mayBeWritten() else { return releaseAskers() }
    let strays = draft.tree.screens.filter { isStray($0.model) }
    draft.tree.remove { strays.contains($0) }
    let new = draft.tree.screens.map(\.model)
    let before = places
    places = Set(new.map { ObjectIdentifier($0) })
    // Strays have left already; among the other removed screens, the topmost ends first.
    var known = places.union(strays.map { ObjectIdentifier($0.model) })
    let gone = (tree.screens.map(\.model) + draft.added).reversed()
      .filter { known.insert(ObjectIdentifier($0)).inserted }
    if let last = tree.visible?.model, last !== draft.tree.visible?.model { passed.append(last) }
    if tree != draft.tree { tree = draft.tree }
    releaseAskers()
    take(out: gone)
    take(in: new.filter { !before.contains(ObjectIdentifier($0)) })
    settle()
  }

  /// Removes screens from the tree that other code has moved to another parent or ended.
  func dropStrays() {
    guard draft == nil, tree.screens.contains(where: { isStray($0.model) }) else { return }
    change {}
  }

  /// Whether a screen of the tree no longer belongs to this navigator.
  private func isStray(_ screen: LifecycleViewModel) -> Bool {
    guard screen.parent !== self else { return false }
    let isNew = screen.parent == nil && !places.contains(ObjectIdentifier(screen))
    return !isNew || screen.isEnded
  }

  private func take(out screens: [LifecycleViewModel]) {
    guard !screens.isEmpty else { return }
    for screen in screens where screen.parent === self { screen.belong(to: nil) }
    let gone = Set(screens.map { ObjectIdentifier($0) })
    children.removeAll { gone.contains(ObjectIdentifier($0)) }
    leaving += screens
  }

  private func take(in screens: [LifecycleViewModel]) {
    for screen in screens {
      entering.append(screen)
      guard screen.parent !== self else { continue }
      screen.belong(to: self)
      _node_children.append(screen)
    }
  }

  /// Runs the hooks of the screens that a change concerns, until no hook has navigated.
  ///
  /// Each screen that was visible in between is concerned, too: a hook that ran then may have loaded it.
  private func settle() {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    while !leaving.isEmpty || !entering.isEmpty || !passed.isEmpty {
      let (gone, come, last) = (leaving, entering, passed)
      (leaving, entering, passed) = ([], [], [])
      for screen in last where screen !== tree.visible?.model { screen.catchUp(with: self) }
      for screen in gone where screen.parent == nil { screen.end() }
      for screen in come where screen !== tree.visible?.model { screen.catchUp(with: self) }
      if let seen = tree.visible?.model, !last.isEmpty || come.contains(where: { $0 === seen }) {
        seen.catchUp(with: self)
      }
    }
  }

  /// Clears the tree at the navigator's end and ends the screens of a change in progress.
  func clear() {
    let coming = draft.map { $0.made + $0.added } ?? []
    draft = nil
    tree = NavigationTree()
    places = []
    releaseAskers()
    for screen in coming where screen.parent == nil { screen.end() }
  }
}
