extension Navigator {
  /// Adds a tab; the one that is selected stays so.
  ///
  /// ```swift
  /// try navigator.insert(.init("drafts", root: Drafts(), route: "/drafts"), at: 1)
  /// ```
  /// - Parameters:
  ///   - tab: The tab with the first screen of its stack.
  ///   - index: The position that it gets, from 0; after the others, by default.
  /// - Throws: ``ViewModelError`` when another tab has its name, there is no such position, the root is in a
  ///   tree already or has ended, or the navigator was made without tabs.
  public func insert(_ tab: Tab, at index: Int? = nil) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard tree.tabs.allSatisfy({ $0.name != nil }) else { throw .noTabsToChoose }
      let index = index ?? tree.tabs.count
      guard (0...tree.tabs.count).contains(index) else { throw .noTab(index, of: tree.tabs.count) }
      try add(tab, at: index, to: &tree)
    }
  }

  /// Takes the tab of a name away with its screens, which end.
  ///
  /// When it is the selected one, its neighbour is selected: the tab after it, or else the one before.
  ///
  /// - Throws: ``ViewModelError`` when there is no such tab, or no other one.
  public func removeTab(_ name: String) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      try remove(tabAt: try tree.index(ofTab: name), from: &tree)
    }
  }

  /// Gives a tab its place in the tree that is being put together.
  func add(
    _ tab: Tab, at index: Int, to tree: inout NavigationTree
  ) throws(ViewModelError) {
    if let name = tab.name, tree.tabs.contains(where: { $0.name == name }) {
      throw .duplicateTab(name)
    }
    tree.insertTab(tab.name, try enter(tab.root, tab.route, &tree), at: index)
  }

  /// Takes a tab out of the tree that is being put together.
  func remove(tabAt index: Int, from tree: inout NavigationTree) throws(ViewModelError) {
    guard tree.tabs.indices.contains(index) else { throw .noTab(index, of: tree.tabs.count) }
    guard tree.tabs.count > 1 else { throw .lastTab }
    let gone = Set(tree.tabs[index].screens.map(\.id))
    tree.remove { gone.contains($0.id) }
  }
}

extension NavigationTree {
  /// The position of the tab of a name.
  func index(ofTab name: String) throws(ViewModelError) -> Int {
    guard let index = tabs.firstIndex(where: { $0.name == name }) else {
      throw .noTab(name, of: tabs.compactMap(\.name))
    }
    return index
  }
}

extension ViewModelError {
  fileprivate static var noTabsToChoose: Self {
    ViewModelError(
      .noTab, "The navigator was made without tabs. Make it with Navigator(tabs:) to add others.")
  }

  fileprivate static var lastTab: Self {
    ViewModelError(.empty, "The only tab stays. Add another one first, or end the navigator.")
  }
}
