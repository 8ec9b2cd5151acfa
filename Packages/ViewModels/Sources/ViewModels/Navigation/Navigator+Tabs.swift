extension Navigator {
  /// Adds a tab; the selected tab stays selected.
  ///
  /// Without an `index`, the tab is added at the end. Its name must be unique, and the navigator must have been
  /// made with tabs.
  public func insert(_ tab: Tab, at index: Int? = nil) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard tree.tabs.allSatisfy({ $0.name != nil }) else {
        throw ViewModelError(
          .noTab,
          "The navigator was made without tabs. Make it with Navigator(tabs:) to add others.")
      }
      let index = index ?? tree.tabs.count
      guard (0...tree.tabs.count).contains(index) else {
        throw .noTab(index, of: tree.tabs.count + 1)
      }
      try add(tab, at: index, to: &tree)
    }
  }

  /// Removes the tab with a name and its screens, which end.
  ///
  /// If the tab is selected, its neighbour is selected: the next tab, or else the previous one. The only tab
  /// cannot be removed.
  public func removeTab(_ name: String) throws(ViewModelError) {
    try change { () throws(ViewModelError) in
      try checkForScreens()
      try removeTab(at: draftedTree.index(ofTab: name))
    }
  }

  /// Adds a tab to the draft's tree.
  func add(
    _ tab: Tab, at index: Int, to tree: inout NavigationTree
  ) throws(ViewModelError) {
    if let name = tab.name, tree.tabs.contains(where: { $0.name == name }) {
      throw ViewModelError(
        .duplicateTab,
        "Two tabs are named '\(name)', so neither could be selected by it. Give each a name of its own."
      )
    }
    tree.insertTab(tab.name, try enter(tab.root, tab.route, &tree), at: index)
  }
}

extension NavigationTree {
  func index(ofTab name: String) throws(ViewModelError) -> Int {
    guard let index = tabs.firstIndex(where: { $0.name == name }) else {
      throw .noTab(name, of: tabs.compactMap(\.name))
    }
    return index
  }
}
