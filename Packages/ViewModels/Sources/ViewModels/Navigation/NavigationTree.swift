/// The navigation state of an app as one value: tabs with their stacks of screens, and presented stacks.
///
/// A ``Navigator`` stores it and changes it as a whole, so nobody sees an incomplete change. Views render it and
/// refer to its identities in their reports.
///
/// ```swift
/// let token = navigator.$tree.observe { tree in draw(tree.visible?.model) }
/// ```
/// Presented stacks also cover the tabs; the last one is in front.
public struct NavigationTree: Sendable, Equatable {
  /// A screen and its place in the tree.
  public struct Screen: Sendable, Identifiable {
    /// The identity of a screen in its navigator; identities are never reused.
    public struct ID: Sendable, Hashable { let number: Int }

    /// The identity of the screen.
    public let id: ID
    /// The view-model of the screen.
    public let model: LifecycleViewModel
    /// The route with which the screen can be restored; `nil` when it has none.
    public let route: Route?
  }

  /// A non-empty stack of screens, of which the last one covers the others.
  public struct Stack: Sendable, Identifiable, Equatable {
    /// The identity of a stack in its navigator; identities are never reused.
    public struct ID: Sendable, Hashable { let number: Int }

    /// The identity of the stack.
    public let id: ID
    /// The tab's name; `nil` for a presented stack.
    public let name: String?
    /// The screens, starting with the root.
    public internal(set) var screens: [Screen]

    package init(id: ID, name: String?, screens: [Screen]) {
      (self.id, self.name, self.screens) = (id, name, screens)
    }

    /// The topmost screen, which covers the others.
    public var top: Screen { screens[screens.count - 1] }
  }

  /// The stacks of the tabs; a single one in a navigator without tabs, none when no screen is left.
  public package(set) var tabs: [Stack] = []
  /// The index of the selected tab, which is visible unless a stack is presented.
  public package(set) var selectedIndex = 0
  /// The presented stacks, each above the previous ones.
  public package(set) var presentations: [Stack] = []
  private var lastNumber = 0

  /// Whether both trees have the same screens at the same places.
  public static func == (one: Self, other: Self) -> Bool {
    one.selectedIndex == other.selectedIndex && one.tabs == other.tabs
      && one.presentations == other.presentations
  }
}

extension NavigationTree {
  /// The stack of the selected tab.
  public var selected: Stack? { tabs.indices.contains(selectedIndex) ? tabs[selectedIndex] : nil }

  /// The visible stack: the last presented one, or that of the selected tab.
  public var front: Stack? { presentations.last ?? selected }

  /// The visible screen; `nil` when none is left.
  public var visible: Screen? { front?.top }

  /// All screens: tab by tab, then the presented ones.
  public var screens: [Screen] { (tabs + presentations).flatMap(\.screens) }

  func contains(_ model: LifecycleViewModel) -> Bool {
    screens.contains { $0.model === model }
  }
}

// The operations of a navigator on the tree; each returns whether anything has changed.

extension NavigationTree {
  /// Makes an entry for a screen; it is not in the tree yet.
  mutating func place(_ model: LifecycleViewModel, _ route: Route?) -> Screen {
    Screen(id: Screen.ID(number: nextNumber()), model: model, route: route)
  }

  mutating func insertTab(_ name: String?, _ root: Screen, at index: Int) {
    let before = selected?.id
    tabs.insert(Stack(id: Stack.ID(number: nextNumber()), name: name, screens: [root]), at: index)
    selectedIndex = tabs.firstIndex { $0.id == before } ?? selectedIndex
  }

  mutating func present(_ root: Screen) {
    presentations.append(Stack(id: Stack.ID(number: nextNumber()), name: nil, screens: [root]))
  }

  mutating func editFront(_ edit: (inout [Screen]) -> Void) {
    if !presentations.isEmpty {
      edit(&presentations[presentations.count - 1].screens)
    } else if tabs.indices.contains(selectedIndex) {
      edit(&tabs[selectedIndex].screens)
    }
  }

  /// Removes all but the first `count` screens of the stack in front.
  mutating func trim(to count: Int) -> Bool {
    var isTrimmed = false
    editFront { isTrimmed = count > 0 && $0.trim(to: count) }
    return isTrimmed
  }

  mutating func pop() -> Bool { trim(to: (front?.screens.count ?? 1) - 1) }

  mutating func dismiss(to count: Int) -> Bool { presentations.trim(to: count) }

  mutating func dismiss() -> Bool { dismiss(to: presentations.count - 1) }

  /// Removes a screen that is not a root, and the screens above it.
  mutating func remove(_ id: Screen.ID) -> Bool {
    func cut(_ stacks: inout [Stack]) -> Bool {
      for index in stacks.indices {
        guard let place = stacks[index].screens.firstIndex(where: { $0.id == id }) else { continue }
        return place > 0 && stacks[index].screens.trim(to: place)
      }
      return false
    }
    return cut(&tabs) || cut(&presentations)
  }

  /// Removes a screen that is not the root of a tab, and everything that covers it.
  mutating func dismiss(_ id: Screen.ID) -> Bool {
    let stack = presentations.firstIndex { $0.screens.first?.id == id }
    return stack.map { dismiss(to: $0) } ?? remove(id)
  }

  /// Removes screens in all stacks; a stack without screens is removed, too.
  mutating func remove(where isGone: (Screen) -> Bool) {
    func rest(_ stacks: [Stack]) -> [Stack] {
      stacks.compactMap { stack in
        var stack = stack
        stack.screens.removeAll(where: isGone)
        return stack.screens.isEmpty ? nil : stack
      }
    }
    // As many tabs are before the selected one, or before its neighbour if it goes.
    let before = rest(Array(tabs.prefix(selectedIndex))).count
    tabs = rest(tabs)
    presentations = rest(presentations)
    selectedIndex = max(0, min(before, tabs.count - 1))
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

extension Array {
  /// Removes all but the first `count` elements; returns whether there were more.
  fileprivate mutating func trim(to count: Int) -> Bool {
    guard indices.contains(count) else { return false }
    removeSubrange(count...)
    return true
  }
}

extension NavigationTree.Screen: Equatable {
  /// Whether both are the same screen.
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }
}

extension NavigationTree: CustomStringConvertible {
  /// The types of the screens as text: `photos: Photos ▸ Photo | books: Books [CityPicker]`.
  public var description: String {
    func text(_ stack: Stack) -> String {
      (stack.name.map { "\($0): " } ?? "")
        + stack.screens.map { "\(type(of: $0.model))" }.joined(separator: " ▸ ")
    }
    return tabs.map(text).joined(separator: " | ")
      + presentations.map { " [\(text($0))]" }.joined()
  }
}
