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
  public struct Stack: Sendable, Identifiable {
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
  /// The number of identities given out.
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

  /// An identity that was never given out.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Changes the stack in front.
  mutating func editFront(_ edit: (inout Stack) -> Void) {
    if !presentations.isEmpty {
      edit(&presentations[presentations.count - 1])
    } else if tabs.indices.contains(selectedIndex) {
      edit(&tabs[selectedIndex])
    }
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
}

extension NavigationTree.Screen: Equatable {
  /// Whether it is the same screen.
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }
}

extension NavigationTree.Stack: Equatable {
  /// Whether it is the same stack with the same screens.
  public static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.screens == other.screens
  }
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
