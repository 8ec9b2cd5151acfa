import Bindings

extension LifecycleViewModel {
  /// Makes `child` a part of this view-model.
  ///
  /// The child catches up: it is set up, loaded and active if this one is. A child of another
  /// parent moves here and continues with its life. Adding it again changes nothing. What is added to
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
      // The child has its parent, and with it the environment, before anybody hears of it; and no hook finds it
      // between two parents, for one may move or end it, or this view-model.
      child.leave(for: self) { _node_children.append(child) }
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
      leave(for: nil)
      end()
      // A hook may have put it into another tree before it had ended.
      leave(for: nil)
    }
  }

  /// The view-model that navigates, of this one or the nearest ancestor that knows one.
  ///
  /// It is not kept alive.
  public var navigation: LifecycleViewModel? {
    get { ownNavigation ?? (parent ?? formerParent)?.navigation }
    set { ownNavigation = newValue }
  }

  /// Goes over to another parent, or to none; the hooks of the former one run when that is done.
  func leave(for next: LifecycleViewModel?, _ join: () -> Void = {}) {
    let former = parent
    belong(to: next)
    former?._node_children.remove { $0 === self }
    join()
    former?.childrenDidChange()
  }

  /// Has another parent from now on; without one it is about to end, and its last hooks know the former one.
  func belong(to next: LifecycleViewModel?) {
    if next != nil {
      formerParent = nil
    } else if let parent, !owned.isEnded.peek() {
      formerParent = parent
    }
    parent = next
  }

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
    // Who hears of the new child may have moved it on already.
    guard self.parent === parent else { return }
    if parent.isScreenLoaded { screenDidLoad() }
    guard self.parent === parent else { return }
    if parent.state != .initialized { setUp() }
    guard self.parent === parent else { return }
    // One that wants to be loaded, and cannot be yet, loads its children itself.
    if isSeen(by: parent), parent.machine.loadsChildren { load() } else { unload() }
    guard self.parent === parent else { return }
    setActive(isSeen(by: parent) && parent.isActive)
    if isScreenLoaded, self.parent === parent, !parent.isScreenLoaded { screenDidUnload() }
  }

  func isSeen(by parent: LifecycleViewModel) -> Bool {
    self.parent === parent && parent.seenChildren()?.contains { $0 === self } != false
  }
}
