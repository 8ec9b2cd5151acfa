import ViewModels

extension NavigationTree {
  /// The places of the screens of a tree, by identity only: the value retains no screens.
  struct Position: Sendable, Hashable {
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
  var position: Position {
    Position(
      tabs: tabs.map(Position.Place.init), presentations: presentations.map(Position.Place.init),
      selectedIndex: selectedIndex)
  }

  /// Returns a tree with its screens, and those of `last`, at the given places; `nil` when a screen with a place
  /// no longer exists.
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
  /// Restores the places of the screens from an earlier ``tree`` as one change; screens added since then end.
  ///
  /// Intended for undo: screens are found by identity, whereas ``restore(_:)`` makes new ones. If a screen of the
  /// position was removed and has therefore ended, the call throws an error.
  ///
  /// - Complexity: O(*n*) in the screens.
  func goBack(to position: NavigationTree.Position) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      // Screens that the current change has removed do not end before the end of the change.
      guard let earlier = tree.at(position, last: self.tree) else {
        throw ViewModelError(.ended, "A screen that was there has left and ended. Show it anew.")
      }
      tree = earlier
    }
  }
}
