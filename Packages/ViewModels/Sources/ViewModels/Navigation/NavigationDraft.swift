/// A change of a navigator that is being put together.
struct NavigationDraft {
  /// The tree after the change.
  var tree: NavigationTree
  /// The screens that come, and those of them that have gone again.
  var added: [LifecycleViewModel] = []
  /// The screens that a router has made for the change.
  var made: [LifecycleViewModel] = []
}
