import Bindings

extension Navigator {
  /// Makes several calls one change: observers hear of it once, and an error leaves everything as it
  /// was.
  ///
  /// ```swift
  /// try navigator.change { edit in
  ///   edit.dismissAll()
  ///   try edit.push(Detail(id: 3))
  /// }
  /// ```
  /// - Throws: The error of `body`; ``NavigationError`` with the code
  ///   ``NavigationError/Code/conflict`` when `body` changed the navigator by another way.
  public func change(_ body: (inout NavigationEdit) throws -> Void) throws {
    try action {
      var edit = try draft()
      let before = edit.tree
      try body(&edit)
      try commit(edit, unlessChangedFrom: before)
    }
  }

  /// Puts a screen over the one that is seen.
  ///
  /// - Parameters:
  ///   - screen: The screen, which belongs to the navigator from now on.
  ///   - route: The route by which a snapshot, say, finds it again.
  /// - Throws: ``NavigationError`` when the screen has ended or is in a tree already.
  public func push(
    _ screen: LifecycleViewModel, route: Route? = nil
  ) throws(NavigationError) {
    try edit { edit throws(NavigationError) in try edit.push(screen, route: route) }
  }

  /// Takes everything above a screen away; the root is as good as any other.
  ///
  /// - Returns: Whether there was anything.
  /// - Throws: ``NavigationError`` when the screen is not in the stack in front.
  @discardableResult
  public func pop(to screen: LifecycleViewModel) throws(NavigationError) -> Bool {
    var hasPopped = false
    try edit { edit throws(NavigationError) in hasPopped = try edit.pop(to: screen) }
    return hasPopped
  }

  /// Replaces the screens of the stack in front; those that stay go on.
  ///
  /// - Parameter screens: The root first.
  /// - Throws: ``NavigationError`` when there are none, one is given twice, has ended, or is in
  ///   a tree elsewhere.
  public func setStack(_ screens: [LifecycleViewModel]) throws(NavigationError) {
    try edit { edit throws(NavigationError) in try edit.setStack(screens) }
  }

  /// Covers everything with a new stack, what is presented already too.
  ///
  /// - Parameters:
  ///   - root: The first screen of the stack.
  ///   - route: The route by which it is found again.
  /// - Throws: ``NavigationError`` when the screen has ended or is in a tree already.
  public func present(
    _ root: LifecycleViewModel, route: Route? = nil
  ) throws(NavigationError) {
    try edit { edit throws(NavigationError) in try edit.present(root, route: route) }
  }

  /// Shows the tab of a name.
  ///
  /// - Throws: ``NavigationError`` when there is no such tab.
  public func select(_ name: String) throws(NavigationError) {
    try edit { edit throws(NavigationError) in try edit.select(name) }
  }
}

extension Navigator {
  /// Tells that a view no longer shows a screen, nor what was above it.
  ///
  /// For views that went back by themselves. It names what went, not what is left, so that a report
  /// which comes late cannot take away what was pushed since: a screen that is gone already is
  /// gone, and a root stays.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  public func didPop(_ screen: NavigationTree.Screen.ID) -> Bool { perform { $0.remove(screen) } }

  /// Tells that a view no longer shows a presented stack, nor those over it.
  ///
  /// A stack that is gone already is gone.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  public func didDismiss(_ stack: NavigationTree.Stack.ID) -> Bool { perform { $0.remove(stack) } }

  /// A change that fails for reasons of navigation only.
  func edit(
    _ body: (inout NavigationEdit) throws(NavigationError) -> Void
  ) throws(NavigationError) {
    try action { () throws(NavigationError) in
      var edit = try draft()
      let before = edit.tree
      try body(&edit)
      try commit(edit, unlessChangedFrom: before)
    }
  }

  private func draft() throws(NavigationError) -> NavigationEdit {
    guard !isEnded else { throw .ended(self) }
    return NavigationEdit(tree, of: self)
  }

  private func commit(
    _ edit: NavigationEdit, unlessChangedFrom before: NavigationTree
  ) throws(NavigationError) {
    guard tree == before else { throw .conflict }
    commit(edit)
  }

  /// A change that cannot fail.
  func perform(_ body: (inout NavigationEdit) -> Bool) -> Bool {
    action {
      var edit = NavigationEdit(tree, of: self)
      guard body(&edit) else { return false }
      commit(edit)
      return true
    }
  }
}
