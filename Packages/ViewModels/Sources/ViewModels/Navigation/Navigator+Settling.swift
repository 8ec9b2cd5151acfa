import Bindings

extension Navigator {
  /// Makes the tree of the draft the tree.
  ///
  /// Ownership follows at once; hooks run when it does. One of them may navigate itself: it finds the
  /// new tree, and its own change is settled after the one under way, within the same batch: the caller's.
  func commit() {
    guard var draft else { return }
    self.draft = nil
    guard _node_tree.mayBeWritten() else { return releaseAskers() }
    let strays = draft.tree.screens.filter { isStray($0.model) }
    draft.tree.remove { strays.contains($0) }
    let new = draft.tree.screens.map(\.model)
    let before = places
    places = Set(new.map { ObjectIdentifier($0) })
    // Strays have gone by themselves; of the others the uppermost ends first.
    var known = places.union(strays.map { ObjectIdentifier($0.model) })
    let gone = (tree.screens.map(\.model) + draft.added).reversed()
      .filter { known.insert(ObjectIdentifier($0)).inserted }
    if tree != draft.tree { tree = draft.tree }
    releaseAskers()
    take(out: gone)
    take(in: new.filter { !before.contains(ObjectIdentifier($0)) })
    settle()
  }

  /// Follows screens that were moved elsewhere or taken out by other ways than the navigator's.
  func dropStrays() {
    guard draft == nil, tree.screens.contains(where: { isStray($0.model) }) else { return }
    change {}
  }

  /// Whether a screen of a tree belongs there no more.
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

  private func settle() {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    while !leaving.isEmpty || !entering.isEmpty || seen !== tree.visible?.model {
      let last = seen
      let (gone, come) = (leaving, entering)
      (seen, leaving, entering) = (tree.visible?.model, [], [])
      if let last, last !== seen, last.parent === self { last.catchUp(with: self) }
      for screen in gone where screen.parent == nil { screen.end() }
      for screen in come where screen.parent === self && screen !== seen {
        screen.catchUp(with: self)
      }
      if let seen, seen !== last, seen.parent === self { seen.catchUp(with: self) }
    }
  }

  /// Lets go of the screens, which the end has ended, and ends those that were to come by a change under way.
  func clear() {
    let coming = draft.map { $0.made + $0.added } ?? []
    draft = nil
    tree = NavigationTree()
    places = []
    releaseAskers()
    for screen in coming where screen.parent == nil { screen.end() }
  }
}
