import Bindings

/// A change of a navigator that is being put together; it counts as a whole or not at all.
///
/// ```swift
/// try navigator.change { edit in
///   edit.dismissAll()
///   try edit.select("photos")
///   try edit.push(PhotoPage(id: 3))
/// }
/// ```
/// Pushing, popping and replacing concern the stack in front as it is at that point of the change.
@MainActor
public struct NavigationEdit {
  /// The tree after the change.
  public private(set) var tree: NavigationTree
  /// The screens that were added, whether or not they still are there.
  private(set) var added: [LifecycleViewModel] = []
  /// The screens that were taken out.
  private(set) var removed: [LifecycleViewModel] = []
  private let navigator: LifecycleViewModel

  init(_ tree: NavigationTree, of navigator: LifecycleViewModel) {
    self.tree = tree
    self.navigator = navigator
  }

  /// Puts a screen over the one that is seen.
  ///
  /// - Parameters:
  ///   - screen: The screen, which belongs to the navigator from now on.
  ///   - route: The route by which a snapshot, say, finds it again.
  /// - Throws: ``NavigationError`` when the screen has ended or is in a tree already.
  public mutating func push(
    _ screen: LifecycleViewModel, route: Route? = nil
  ) throws(NavigationError) {
    let place = try enter(screen, route)
    tree.editFront { $0.screens.append(place) }
  }

  /// Takes the screen that is seen away, unless it is the root of its stack.
  ///
  /// - Returns: Whether there was one to take away.
  @discardableResult
  public mutating func pop() -> Bool { trim(to: (tree.front?.screens.count ?? 1) - 1) }

  /// Takes everything above the root of the stack away.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  public mutating func popToRoot() -> Bool { trim(to: 1) }

  /// Takes everything above a screen away.
  ///
  /// - Returns: Whether there was anything.
  /// - Throws: ``NavigationError`` when the screen is not in the stack in front.
  @discardableResult
  public mutating func pop(to screen: LifecycleViewModel) throws(NavigationError) -> Bool {
    guard let index = tree.front?.screens.firstIndex(where: { $0.model === screen }) else {
      throw .notInStack(screen)
    }
    return trim(to: index + 1)
  }

  /// Replaces the screens of the stack; those that stay keep their identity and go on.
  ///
  /// - Parameter screens: The root first.
  /// - Throws: ``NavigationError`` when there are none, one is given twice, has ended, or is in
  ///   a tree elsewhere.
  public mutating func setStack(_ screens: [LifecycleViewModel]) throws(NavigationError) {
    guard !screens.isEmpty else { throw .emptyStack }
    let before = self
    do throws(NavigationError) { try exchangeFront(for: screens) } catch {
      self = before
      throw error
    }
  }

  /// Covers everything with a new stack.
  ///
  /// Where something is presented already, the new one covers that.
  ///
  /// - Parameters:
  ///   - root: The first screen of the stack.
  ///   - route: The route by which it is found again.
  /// - Returns: The identity of the stack.
  /// - Throws: ``NavigationError`` when the screen has ended or is in a tree already.
  @discardableResult
  public mutating func present(
    _ root: LifecycleViewModel, route: Route? = nil
  ) throws(NavigationError) -> NavigationTree.Stack.ID {
    let place = try enter(root, route)
    let id = NavigationTree.Stack.ID(number: tree.nextNumber())
    tree.presentations.append(NavigationTree.Stack(id: id, name: nil, screens: [place]))
    return id
  }

  /// Takes the presented stack in front away.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func dismiss() -> Bool { dismiss(to: tree.presentations.count - 1) }

  /// Takes everything away that is presented.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  public mutating func dismissAll() -> Bool { dismiss(to: 0) }

  /// Shows the tab at a position, from 0.
  ///
  /// Presented stacks stay in front.
  ///
  /// - Throws: ``NavigationError`` when there is no such tab.
  public mutating func select(_ index: Int) throws(NavigationError) {
    guard tree.tabs.indices.contains(index) else {
      throw tree.tabs.isEmpty ? .noTabsLeft : .noTab(index, of: tree.tabs.count)
    }
    tree.selectedIndex = index
  }

  /// Shows the tab of a name.
  ///
  /// - Throws: ``NavigationError`` when there is no such tab.
  public mutating func select(_ name: String) throws(NavigationError) {
    guard let index = tree.tabs.firstIndex(where: { $0.name == name }) else {
      throw .noTab(name, of: tree.tabs.compactMap(\.name))
    }
    tree.selectedIndex = index
  }
}

extension NavigationEdit {
  /// The screens that leave, each once.
  var leaving: [LifecycleViewModel] {
    guard !removed.isEmpty else { return [] }
    var known = Set<ObjectIdentifier>(tree.screens.map { ObjectIdentifier($0.model) })
    return removed.filter { known.insert(ObjectIdentifier($0)).inserted }
  }

  mutating func append(_ tab: Navigator.Tab) throws(NavigationError) {
    let place = try enter(tab.root, tab.route, isFirst: true)
    let id = NavigationTree.Stack.ID(number: tree.nextNumber())
    tree.tabs.append(NavigationTree.Stack(id: id, name: tab.name, screens: [place]))
  }

  /// Takes a screen away that is not a root, and what is above it.
  mutating func remove(_ id: NavigationTree.Screen.ID) -> Bool {
    let places: [WritableKeyPath<NavigationTree, [NavigationTree.Stack]>] = [
      \.tabs, \.presentations,
    ]
    for stacks in places {
      for index in tree[keyPath: stacks].indices {
        let screens = tree[keyPath: stacks][index].screens
        guard let place = screens.firstIndex(where: { $0.id == id }) else { continue }
        guard let rest = cut(screens, to: place) else { return false }
        tree[keyPath: stacks][index].screens = rest
        return true
      }
    }
    return false
  }

  /// Takes a presented stack away, and those over it.
  mutating func remove(_ id: NavigationTree.Stack.ID) -> Bool {
    guard let index = tree.presentations.firstIndex(where: { $0.id == id }) else { return false }
    return dismiss(to: index)
  }

  /// Takes out screens that went by themselves.
  mutating func drop(where isGone: (NavigationTree.Screen) -> Bool) { tree.remove(where: isGone) }

  /// Takes everything above the first `count` screens of the stack in front away.
  mutating func trim(to count: Int) -> Bool {
    guard let screens = tree.front?.screens, let rest = cut(screens, to: count) else {
      return false
    }
    tree.editFront { $0.screens = rest }
    return true
  }

  /// The first `count` screens, if that leaves some and takes some away, which is noted.
  private mutating func cut(
    _ screens: [NavigationTree.Screen], to count: Int
  ) -> [NavigationTree.Screen]? {
    guard count > 0, count < screens.count else { return nil }
    removed += screens[count...].reversed().map(\.model)
    return Array(screens[..<count])
  }

  private mutating func exchangeFront(for screens: [LifecycleViewModel]) throws(NavigationError) {
    guard let old = tree.front?.screens else { throw .noTabsLeft }
    tree.editFront { $0.screens = [] }
    for screen in screens {
      let known = old.first { $0.model === screen }
      let place: NavigationTree.Screen
      if let known, !contains(screen) { place = known } else { place = try enter(screen, nil) }
      tree.editFront { $0.screens.append(place) }
    }
    removed += old.reversed().map(\.model)
  }

  private mutating func dismiss(to count: Int) -> Bool {
    guard count >= 0, count < tree.presentations.count else { return false }
    for stack in tree.presentations[count...].reversed() {
      removed += stack.screens.reversed().map(\.model)
    }
    tree.presentations.removeSubrange(count...)
    return true
  }

  private func contains(_ screen: LifecycleViewModel) -> Bool {
    tree.screens.contains { $0.model === screen }
  }

  private mutating func enter(
    _ screen: LifecycleViewModel, _ route: Route?, isFirst: Bool = false
  ) throws(NavigationError) -> NavigationTree.Screen {
    guard isFirst || !tree.tabs.isEmpty else { throw .noTabsLeft }
    guard !screen.owned.isEnded.peek() else { throw .ended(screen) }
    if let owner = screen.parent, owner !== navigator { throw .inUse(screen, by: owner) }
    // One of the navigator's that is not in the tree any more was taken out by this change.
    let mayBeInside = screen.parent != nil || added.contains { $0 === screen }
    if mayBeInside, contains(screen) { throw .inUse(screen, by: navigator) }
    var ancestor: LifecycleViewModel? = navigator
    while let current = ancestor {
      guard current !== screen else { throw .inUse(screen, by: navigator) }
      ancestor = current.parent
    }
    added.append(screen)
    return NavigationTree.Screen(
      id: NavigationTree.Screen.ID(number: tree.nextNumber()), model: screen, route: route)
  }
}
