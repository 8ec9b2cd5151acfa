/// The place of a person in an app as one value: tabs with their stacks of screens, and presented stacks.
///
/// A ``Navigator`` holds it and changes it as a whole, so nobody sees half a change. Views draw it and
/// report by its identities.
///
/// ```swift
/// let token = navigator.$tree.observe { tree in draw(tree.visible?.model) }
/// ```
/// Presented stacks cover the tabs too; the last of them is in front.
public struct NavigationTree: Sendable, Equatable {
  /// One screen at its place.
  public struct Screen: Sendable, Identifiable {
    /// The identity of a screen in its navigator; none is ever given out twice.
    public struct ID: Sendable, Hashable { let number: Int }

    /// The identity of the screen.
    public let id: ID
    /// The view-model of the screen.
    public let model: LifecycleViewModel
    /// The route by which the screen is found again; `nil` when it was given none.
    public let route: Route?
  }

  /// Screens of which the last one covers the others; there is at least one.
  public struct Stack: Sendable, Identifiable, Equatable {
    /// The identity of a stack in its navigator; none is ever given out twice.
    public struct ID: Sendable, Hashable { let number: Int }

    /// The identity of the stack.
    public let id: ID
    /// The tab's name; `nil` for what is presented.
    public let name: String?
    /// The screens, the root first.
    public internal(set) var screens: [Screen]

    /// The screen that covers the others.
    public var top: Screen { screens[screens.count - 1] }
  }

  /// The stacks of the tabs; one when there are no tabs to choose from, none when no screen is left.
  public internal(set) var tabs: [Stack] = []
  /// The position of the tab that is seen where nothing is presented.
  public internal(set) var selectedIndex = 0
  /// The presented stacks, each over the ones before.
  public internal(set) var presentations: [Stack] = []
  private var lastNumber = 0

  /// Whether the same screens are at the same places.
  public static func == (one: Self, other: Self) -> Bool {
    one.selectedIndex == other.selectedIndex && one.tabs == other.tabs
      && one.presentations == other.presentations
  }
}

extension NavigationTree {
  /// The stack of the selected tab.
  public var selected: Stack? { tabs.indices.contains(selectedIndex) ? tabs[selectedIndex] : nil }

  /// The stack that is seen: the last one presented, or the selected tab's.
  public var front: Stack? { presentations.last ?? selected }

  /// The screen that is seen; `nil` when none is left.
  public var visible: Screen? { front?.top }

  /// All screens, tab by tab, then what is presented.
  public var screens: [Screen] { (tabs + presentations).flatMap(\.screens) }

  func contains(_ model: LifecycleViewModel) -> Bool {
    screens.contains { $0.model === model }
  }
}

// What a navigator does with it; each tells whether anything has changed.

extension NavigationTree {
  /// A place for a screen, which is not in the tree yet.
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

  /// Takes everything above the first `count` screens of the stack in front away.
  mutating func trim(to count: Int) -> Bool {
    var isTrimmed = false
    editFront { isTrimmed = count > 0 && $0.trim(to: count) }
    return isTrimmed
  }

  mutating func pop() -> Bool { trim(to: (front?.screens.count ?? 1) - 1) }

  mutating func dismiss(to count: Int) -> Bool { presentations.trim(to: count) }

  mutating func dismiss() -> Bool { dismiss(to: presentations.count - 1) }

  /// Takes a screen away that is not a root, and those above it.
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

  /// Takes a presented stack away, and those over it.
  mutating func remove(_ id: Stack.ID) -> Bool {
    presentations.firstIndex { $0.id == id }.map { dismiss(to: $0) } ?? false
  }

  /// Takes a screen away that is no tab's root, and what covers it.
  mutating func dismiss(_ id: Screen.ID) -> Bool {
    let stack = presentations.firstIndex { $0.screens.first?.id == id }
    return stack.map { dismiss(to: $0) } ?? remove(id)
  }

  /// Takes screens out wherever they are; a stack without screens goes, too.
  mutating func remove(where isGone: (Screen) -> Bool) {
    let selected = selected?.id
    func rest(_ stacks: [Stack]) -> [Stack] {
      stacks.compactMap { stack in
        var stack = stack
        stack.screens.removeAll(where: isGone)
        return stack.screens.isEmpty ? nil : stack
      }
    }
    tabs = rest(tabs)
    presentations = rest(presentations)
    selectedIndex =
      tabs.firstIndex { $0.id == selected } ?? max(0, min(selectedIndex, tabs.count - 1))
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

extension Array {
  /// Takes away what is after the first `count` elements; whether there was anything.
  fileprivate mutating func trim(to count: Int) -> Bool {
    guard indices.contains(count) else { return false }
    removeSubrange(count...)
    return true
  }
}

extension NavigationTree.Screen: Equatable {
  /// Whether it is the same screen.
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }
}

extension NavigationTree: CustomStringConvertible {
  /// The types of the screens: `photos: Photos ▸ Photo | books: Books [CityPicker]`.
  public var description: String {
    func text(_ stack: Stack) -> String {
      (stack.name.map { "\($0): " } ?? "")
        + stack.screens.map { "\(type(of: $0.model))" }.joined(separator: " ▸ ")
    }
    return tabs.map(text).joined(separator: " | ")
      + presentations.map { " [\(text($0))]" }.joined()
  }
}
