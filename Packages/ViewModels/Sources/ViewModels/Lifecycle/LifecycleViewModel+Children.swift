import Bindings

extension LifecycleViewModel {
  /// Adds `child` to the children of this view-model.
  ///
  /// The child catches up: it is set up, loaded and active if this view-model is. A child of another
  /// parent moves here and keeps its state. Adding it again changes nothing. A child that is added to
  /// a view-model that has ended, ends. Adding an ancestor, or a view-model that has ended, is a programmer's
  /// error.
  ///
  /// - Complexity: O(*n*) in the children of its former parent; O(1) on average without one. A child that has children
  ///   is looked for among the ancestors of this view-model.
  public func addChild(_ child: LifecycleViewModel) {
    guard child.parent !== self else { return }
    precondition(
      !child.owned.isEnded.peek(), "\(type(of: child)) has ended and cannot be added to \(self)")
    precondition(!isInside(child), "\(type(of: child)) contains \(type(of: self)) already")
    guard _node_children.mayBeWritten() else { return }
    if owned.isEnded.peek() { return child.removeFromParent() }
    action {
      // The child gets its parent, and with it the environment, before any observer or hook runs. No hook sees it
      // between two parents, because a hook may move or end the child or this view-model.
      child.leave(for: self) { _node_children.append(child) }
      childrenDidChange()
    }
    untracked { child.catchUp(with: self) }
  }

  /// Removes `child` from this view-model and ends it; has no effect if it is not a child.
  ///
  /// - Complexity: O(*n*) in the children; O(1) for the first and the last child.
  public func removeChild(_ child: LifecycleViewModel) {
    guard child.parent === self else { return }
    child.removeFromParent()
  }

  /// Removes this view-model from its parent and ends it.
  public func removeFromParent() {
    guard _node_state.mayBeWritten() else { return }
    action {
      leave(for: nil)
      end()
      // A hook may have moved it to another parent before the end.
      leave(for: nil)
    }
  }

  /// The view-model that navigates, set on this one or on the nearest ancestor that has one.
  ///
  /// It is not retained.
  public var navigation: LifecycleViewModel? {
    get { ownNavigation ?? origin?.navigation }
    set { ownNavigation = newValue }
  }

  /// Changes the parent, to nil for none; the hooks of the former parent run after the change.
  func leave(for next: LifecycleViewModel?, _ join: () -> Void = {}) {
    let former = parent
    belong(to: next)
    former?._node_children.remove { $0 === self }
    join()
    former?.childrenDidChange()
  }

  /// Sets the parent; nil marks the view-model as about to end, and its last hooks can use the former parent.
  func belong(to next: LifecycleViewModel?) {
    if next != nil {
      formerParent = nil
    } else if let parent, !owned.isEnded.peek() {
      formerParent = parent
    }
    parent = next
  }

  /// The parent, or the former one during the last hooks, unless one of these has taken it in.
  var origin: LifecycleViewModel? {
    if let parent { return parent }
    guard let formerParent, !formerParent.isInside(self) else { return nil }
    return formerParent
  }

  /// Whether the view-model is `other`, or a part of it.
  func isInside(_ other: LifecycleViewModel) -> Bool {
    // Without this, a chain of n view-models, made from its top, would cost O(n²).
    guard self !== other, !other._node_children.peek().isEmpty else { return self === other }
    return sequence(first: self) { $0.parent }.contains { $0 === other }
  }

  /// Brings this child to the state of `parent`; a hook may interfere, for example by moving it to another parent.
  func catchUp(with parent: LifecycleViewModel) {
    // An observer of the new child may have moved it already.
    guard self.parent === parent else { return }
    if parent.isScreenLoaded { screenDidLoad() }
    guard self.parent === parent else { return }
    if parent.state != .initialized { setUp() }
    guard self.parent === parent else { return }
    // A parent that waits for loading loads its children itself.
    if isSeen(by: parent), parent.machine.loadsChildren { load() } else { unload() }
    guard self.parent === parent else { return }
    setActive(isSeen(by: parent) && parent.isActive)
    if isScreenLoaded, self.parent === parent, !parent.isScreenLoaded { screenDidUnload() }
  }

  func isSeen(by parent: LifecycleViewModel) -> Bool {
    self.parent === parent && parent.sees(self)
  }
}
