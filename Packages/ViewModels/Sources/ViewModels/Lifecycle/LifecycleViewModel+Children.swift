import Bindings

extension LifecycleViewModel {
  /// Makes `child` a part of this view-model.
  ///
  /// The child catches up: it is set up, loaded and active if this one is. A child of another
  /// parent moves here and goes on with its life. Adding it again changes nothing. What is added to
  /// a view-model that has ended, ends. To add an ancestor, or a view-model that has ended, is a mistake
  /// of the program.
  ///
  /// - Complexity: O(*n*) in the children of its former parent; O(1) on average without one.
  public func addChild(_ child: LifecycleViewModel) {
    guard child.parent !== self else { return }
    precondition(
      !child.owned.isEnded.peek(), "\(type(of: child)) has ended and cannot be added to \(self)")
    precondition(!isInside(child), "\(type(of: child)) contains \(type(of: self)) already")
    guard _node_children.mayBeWritten() else { return }
    if owned.isEnded.peek() { return child.removeFromParent() }
    action {
      let former = child.leave()
      // The child has its parent, and with it the environment, before anybody hears of it.
      child.parent = self
      _node_children.append(child)
      former?.childrenDidChange()
      childrenDidChange()
    }
    untracked { child.catchUp(with: self) }
  }

  /// Takes `child` out of this view-model and ends it; without effect when it is not a child.
  ///
  /// - Complexity: O(*n*) in the children; of the first and the last it is found at once.
  public func removeChild(_ child: LifecycleViewModel) {
    guard child.parent === self else { return }
    child.removeFromParent()
  }

  /// Leaves the tree, and ends.
  public func removeFromParent() {
    guard _node_state.mayBeWritten() else { return }
    action {
      leave()?.childrenDidChange()
      // A hook of the former parent may have put it elsewhere.
      let other = leave()
      end()
      other?.childrenDidChange()
    }
  }

  /// The view-model that navigates, of this one or the nearest ancestor that knows one.
  ///
  /// It is not kept alive.
  public var navigation: LifecycleViewModel? {
    get { ownNavigation ?? parent?.navigation }
    set { ownNavigation = newValue }
  }

  /// Takes itself out of its parent.
  ///
  /// - Returns: The parent, which has yet to hear of it.
  func leave() -> LifecycleViewModel? {
    guard let parent else { return nil }
    self.parent = nil
    parent._node_children.remove { $0 === self }
    return parent
  }

  /// Whether it is `other` or a part of it.
  func isInside(_ other: LifecycleViewModel) -> Bool {
    var candidate: LifecycleViewModel? = self
    while let current = candidate {
      if current === other { return true }
      candidate = current.parent
    }
    return false
  }

  /// Becomes what a child of `parent` is; a hook may lead elsewhere, and to another parent.
  func catchUp(with parent: LifecycleViewModel) {
    // An observer of the children may have taken it elsewhere.
    guard self.parent === parent else { return }
    if parent.isScreenLoaded { screenDidLoad() }
    guard self.parent === parent else { return }
    if parent.state != .initialized { setUp() }
    guard self.parent === parent else { return }
    // One that wants to be loaded, and cannot be yet, loads its children itself.
    if isSeen(by: parent), parent.machine.isLoading { load() } else { unload() }
    guard self.parent === parent else { return }
    setActive(isSeen(by: parent) && parent.isActive)
    if isScreenLoaded, self.parent === parent, !parent.isScreenLoaded { screenDidUnload() }
  }

  private func isSeen(by parent: LifecycleViewModel) -> Bool {
    self.parent === parent && parent.seenChildren()?.contains { $0 === self } != false
  }
}
