import Bindings

extension Navigator {
  /// Combines several calls into one change: observers are notified once, and an error leaves everything
  /// unchanged.
  ///
  /// Each call starts from the result of the previous one; the ``tree`` and its derived values stay unchanged
  /// until the end. A nested change is a part of the outer one; if it fails, only the nested change is reverted.
  ///
  /// - Throws: The error of `body`.
  @discardableResult
  public func change<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try action { () throws(Failure) in
      let outer = draft
      if outer == nil { draft = NavigationDraft(tree: tree) }
      do throws(Failure) {
        let value = try body()
        if outer == nil { commit() }
        return value
      } catch {
        abandon(leaving: outer)
        throw error
      }
    }
  }

  /// Pushes a screen on top of the visible one.
  ///
  /// The navigator then owns the screen; ``willPush(_:over:)`` may refuse it. The `route` allows, for example, a
  /// snapshot to find the screen again.
  ///
  /// - Complexity: O(*n*) in the screens of the tree, as for each change.
  public func push(
    _ screen: LifecycleViewModel, route: Route? = nil
  ) throws(ViewModelError) {
    try change { () throws(ViewModelError) in
      try checkForScreens()
      try check(screen, draftedTree)
      // The hook may navigate itself: the new screen then goes on top of what is in front.
      if let below = draftedTree.visible { try willPush(screen, over: below.model) }
      try edit { tree throws(ViewModelError) in
        let place = try enter(screen, route, &tree)
        tree.editFront { $0.append(place) }
      }
    }
  }

  /// Removes all screens above a screen of the stack in front; the screen may be the root.
  @discardableResult
  public func pop(to screen: LifecycleViewModel) throws(ViewModelError) -> Bool {
    try edit { tree throws(ViewModelError) in
      guard let index = tree.front?.screens.firstIndex(where: { $0.model === screen }) else {
        throw ViewModelError(
          .notInStack,
          "The \(type(of: screen)) is not in the stack in front. Select its tab, or dismiss what covers "
            + "it.")
      }
      return tree.trim(to: index + 1)
    }
  }

  /// Replaces the screens of the stack in front; screens that stay keep their identity and state.
  ///
  /// The first screen is the root; the array must not be empty.
  ///
  /// - Complexity: O(*n*) in the screens of the tree for each screen.
  public func setStack(_ screens: [LifecycleViewModel]) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard !screens.isEmpty else { throw .emptyStack }
      let old = tree.front?.screens ?? []
      tree.editFront { $0 = [] }
      for screen in screens {
        let place: NavigationTree.Screen
        if !tree.contains(screen), let known = old.first(where: { $0.model === screen }) {
          place = known
        } else {
          place = try enter(screen, nil, &tree)
        }
        tree.editFront { $0.append(place) }
      }
    }
  }

  /// Presents a new stack above everything, including presented stacks; `root` is its first screen.
  public func present(
    _ root: LifecycleViewModel, route: Route? = nil
  ) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in tree.present(try enter(root, route, &tree)) }
  }

  /// Selects the tab with a name.
  public func select(_ name: String) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      tree.selectedIndex = try tree.index(ofTab: name)
    }
  }
}

extension Navigator {
  /// Reports that a view no longer shows a screen and the screens above it.
  ///
  /// It is called by views that go back on their own. The argument names the removed screen, not the remaining one, so
  /// a late report cannot remove screens that were pushed since. A screen that was removed already is ignored,
  /// and a root is never removed.
  @discardableResult
  public func didPop(_ screen: NavigationTree.Screen.ID) -> Bool { perform { $0.remove(screen) } }

  /// Reports that a view no longer shows a presented stack and those above it; works like ``didPop(_:)``.
  @discardableResult
  public func didDismiss(_ stack: NavigationTree.Stack.ID) -> Bool {
    perform { tree in
      tree.presentations.firstIndex { $0.id == stack }.map { tree.dismiss(to: $0) } ?? false
    }
  }

  func begin(with tabs: [Tab]) throws(ViewModelError) {
    navigation = self
    owned.keep { [weak self] in self?.clear() }
    try perform { tree throws(ViewModelError) in
      for tab in tabs { try add(tab, at: tree.tabs.count, to: &tree) }
    }
  }

  func checkForScreens() throws(ViewModelError) {
    guard !isEnded else { throw .ended(self) }
    guard !draftedTree.tabs.isEmpty else {
      throw ViewModelError(
        .empty,
        "The navigator has no screen left: they were ended or taken elsewhere. Make a new one.")
    }
  }

  /// The tree as changed so far by the change in progress.
  var draftedTree: NavigationTree { draft?.tree ?? tree }

  /// Runs a call that needs a screen, as a change of its own or as part of one.
  package func edit<Value>(
    _ body: (inout NavigationTree) throws(ViewModelError) -> Value
  ) throws(ViewModelError) -> Value {
    try perform { tree throws(ViewModelError) in
      try checkForScreens()
      return try body(&tree)
    }
  }

  /// Runs a call, as a change of its own or as part of one.
  func perform<Value, Failure: Error>(
    _ body: (inout NavigationTree) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try change { () throws(Failure) in
      var tree = draftedTree
      let value = try body(&tree)
      draft?.tree = tree
      return value
    }
  }

  /// Adds a screen to the draft and returns its entry in the tree.
  func enter(
    _ screen: LifecycleViewModel, _ route: Route?, _ tree: inout NavigationTree
  ) throws(ViewModelError) -> NavigationTree.Screen {
    try check(screen, tree)
    draft?.added.append(screen)
    return tree.place(screen, route)
  }

  /// Checks that a screen may be added to the draft.
  private func check(
    _ screen: LifecycleViewModel, _ tree: NavigationTree
  ) throws(ViewModelError) {
    guard !screen.isEnded else { throw .ended(screen) }
    if isInside(screen) { throw .around(self, screen) }
    if let owner = screen.parent, owner !== self { throw .inUse(screen, by: owner) }
    if tree.contains(screen) { throw .inUse(screen, by: self) }
  }

  /// Discards the draft back to `outer` and ends the screens that were made for it.
  private func abandon(leaving outer: NavigationDraft?) {
    guard let draft else { return }
    self.draft = outer
    for screen in draft.made.dropFirst(outer?.made.count ?? 0) where screen.parent == nil {
      screen.end()
    }
    releaseAskers()
    dropStrays()
  }
}

/// A draft: a change of a navigator that is in progress.
struct NavigationDraft {
  var tree: NavigationTree
  var added: [LifecycleViewModel] = []
  var made: [LifecycleViewModel] = []
}
