import Bindings

extension Navigator {
  /// Makes several calls one change: observers hear of it once, and an error leaves everything as it
  /// was.
  ///
  /// Each call begins where the one before has led; the ``tree`` and what follows from it stay as they
  /// were until the end. A change within a change is a part of it, and one that fails undoes itself alone.
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

  /// Puts a screen over the one that is seen.
  ///
  /// It belongs to the navigator from now on, and ``willPush(_:over:)`` may refuse it. By `route` a snapshot, say,
  /// finds it again.
  ///
  /// - Complexity: O(*n*) in the screens of the tree, as for each change.
  public func push(
    _ screen: LifecycleViewModel, route: Route? = nil
  ) throws(ViewModelError) {
    try change { () throws(ViewModelError) in
      try checkForScreens()
      try check(screen, draftedTree)
      // It may navigate itself: the screen comes over what is in front then.
      if let below = draftedTree.visible { try willPush(screen, over: below.model) }
      try edit { tree throws(ViewModelError) in
        let place = try enter(screen, route, &tree)
        tree.editFront { $0.append(place) }
      }
    }
  }

  /// Takes everything above a screen of the stack in front away; the root is as good as any other.
  @discardableResult
  public func pop(to screen: LifecycleViewModel) throws(ViewModelError) -> Bool {
    try edit { tree throws(ViewModelError) in
      guard let index = tree.front?.screens.firstIndex(where: { $0.model === screen }) else {
        throw .notInStack(screen)
      }
      return tree.trim(to: index + 1)
    }
  }

  /// Replaces the screens of the stack in front; those that stay keep their identity and stay alive.
  ///
  /// The root comes first; there must be one.
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

  /// Covers everything with a new stack, what is presented already too; `root` is its first screen.
  public func present(
    _ root: LifecycleViewModel, route: Route? = nil
  ) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in tree.present(try enter(root, route, &tree)) }
  }

  /// Shows the tab of a name.
  public func select(_ name: String) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      tree.selectedIndex = try tree.index(ofTab: name)
    }
  }
}

extension Navigator {
  /// Tells that a view no longer shows a screen, nor what was above it.
  ///
  /// For views that went back by themselves. It names what went, not what is left, so that a report
  /// which comes late cannot take away what was pushed since: a screen that is gone already is
  /// gone, and a root stays.
  @discardableResult
  public func didPop(_ screen: NavigationTree.Screen.ID) -> Bool { perform { $0.remove(screen) } }

  /// Tells that a view no longer shows a presented stack, nor those over it, as ``didPop(_:)`` does of a screen.
  @discardableResult
  public func didDismiss(_ stack: NavigationTree.Stack.ID) -> Bool { perform { $0.remove(stack) } }

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

  /// The tree as the change that is being put together has made it so far.
  var draftedTree: NavigationTree { draft?.tree ?? tree }

  /// A call that needs a screen: a change of its own, or a part of one.
  func edit<Value>(
    _ body: (inout NavigationTree) throws(ViewModelError) -> Value
  ) throws(ViewModelError) -> Value {
    try perform { tree throws(ViewModelError) in
      try checkForScreens()
      return try body(&tree)
    }
  }

  /// A call: a change of its own, or a part of one.
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

  /// Gives a screen a place in the tree that is being put together.
  func enter(
    _ screen: LifecycleViewModel, _ route: Route?, _ tree: inout NavigationTree
  ) throws(ViewModelError) -> NavigationTree.Screen {
    try check(screen, tree)
    draft?.added.append(screen)
    return tree.place(screen, route)
  }

  /// Checks that a screen may come into the tree that is being put together.
  private func check(
    _ screen: LifecycleViewModel, _ tree: NavigationTree
  ) throws(ViewModelError) {
    guard !screen.isEnded else { throw .ended(screen) }
    if let owner = screen.parent, owner !== self { throw .inUse(screen, by: owner) }
    if tree.contains(screen) || isInside(screen) { throw .inUse(screen, by: self) }
  }

  /// Gives up what was put together since `outer`, and ends the screens that were made for it.
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

/// A change of a navigator that is being put together.
struct NavigationDraft {
  var tree: NavigationTree
  var added: [LifecycleViewModel] = []
  var made: [LifecycleViewModel] = []
}
