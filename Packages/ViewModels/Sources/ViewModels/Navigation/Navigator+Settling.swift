import Bindings

extension Navigator {
  /// Takes the first screens in.
  func begin(with edit: NavigationEdit) {
    navigation = self
    owned.keep { [weak self] in self?.clear() }
    action { commit(edit) }
  }

  /// Makes the edit's tree the tree.
  ///
  /// Ownership follows at once; hooks run when it does. One of them may navigate itself: it finds the
  /// new tree, and its own change is settled after the one under way, within the same batch: the caller's.
  func commit(_ edit: NavigationEdit) {
    let gone = edit.leaving
    let come = edit.added.filter { screen in edit.tree.screens.contains { $0.model === screen } }
    if tree != edit.tree { tree = edit.tree }
    take(out: gone)
    take(in: come)
    settle()
  }

  /// Follows screens that were moved elsewhere or taken out by other ways than the navigator's.
  func dropStrays() {
    action {
      let strays = tree.screens.filter { $0.model.parent !== self }
      guard !strays.isEmpty else { return }
      var edit = NavigationEdit(tree, of: self)
      edit.drop { strays.contains($0) }
      for stray in strays { places.remove(ObjectIdentifier(stray.model)) }
      commit(edit)
    }
  }

  private func take(out screens: [LifecycleViewModel]) {
    guard !screens.isEmpty else { return }
    for screen in screens {
      places.remove(ObjectIdentifier(screen))
      if screen.parent === self { screen.parent = nil }
    }
    let gone = Set(screens.map { ObjectIdentifier($0) })
    children.removeAll { gone.contains(ObjectIdentifier($0)) }
    leaving += screens
  }

  private func take(in screens: [LifecycleViewModel]) {
    for screen in screens {
      places.insert(ObjectIdentifier(screen))
      entering.append(screen)
      // One that is ended by others leaves, too.
      screen.owned.keep { [weak self, weak screen] in
        if let self, let screen, screen.parent === self { screen.removeFromParent() }
      }
      guard screen.parent !== self else { continue }
      screen.parent = self
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
      for screen in gone { screen.end() }
      for screen in come where screen.parent === self && screen !== seen {
        screen.catchUp(with: self)
      }
      if let seen, seen !== last, seen.parent === self { seen.catchUp(with: self) }
    }
  }

  /// Lets go of the screens, which the end has ended.
  private func clear() {
    tree = NavigationTree()
    places = []
  }
}
