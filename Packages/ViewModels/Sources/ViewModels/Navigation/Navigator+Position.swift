extension NavigationTree {
  /// The places of the screens of a tree, without the screens: it keeps none alive.
  public struct Position: Sendable, Hashable {
    fileprivate struct Place: Sendable, Hashable {
      let stack: Stack.ID
      let screens: [Screen.ID]

      init(_ stack: Stack) { (self.stack, screens) = (stack.id, stack.screens.map(\.id)) }
    }

    fileprivate let tabs: [Place]
    fileprivate let presentations: [Place]
    fileprivate let selectedIndex: Int
  }

  /// The places of the screens.
  public var position: Position {
    Position(
      tabs: tabs.map(Position.Place.init), presentations: presentations.map(Position.Place.init),
      selectedIndex: selectedIndex)
  }

  /// The tree with its screens, and those that `last` still has, at their earlier places; `nil` when one that had a place
  /// has left.
  fileprivate func at(_ position: Position, last: NavigationTree) -> NavigationTree? {
    let all = tabs + presentations + last.tabs + last.presentations
    let names = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
    let known = Dictionary((screens + last.screens).map { ($0.id, $0) }) { first, _ in first }
    func stacks(_ places: [Position.Place]) -> [Stack] {
      places.compactMap { place in
        let screens = place.screens.compactMap { known[$0] }
        guard let name = names[place.stack], screens.count == place.screens.count else {
          return nil
        }
        return Stack(id: place.stack, name: name, screens: screens)
      }
    }
    var tree = self
    tree.tabs = stacks(position.tabs)
    tree.presentations = stacks(position.presentations)
    tree.selectedIndex = position.selectedIndex
    return tree.position == position ? tree : nil
  }
}

extension Navigator {
  /// Goes back to where the screens of an earlier ``tree`` were, as one change; what has come since ends.
  ///
  /// For undo: a screen is found by its identity, not made anew as by ``restore(_:)``. One that had a place and has
  /// left since has ended, which is an error.
  ///
  /// - Complexity: O(*n*) in the screens.
  public func goBack(to position: NavigationTree.Position) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      // What a change has taken away has not ended before its end.
      guard let earlier = tree.at(position, last: self.tree) else {
        throw ViewModelError(.ended, "A screen that was there has left and ended. Show it anew.")
      }
      tree = earlier
    }
  }
}
