/// The transitions of a view-model's life: events in, the work they call for out.
///
/// The last wish is kept: a load that is left half way is followed by an unload, and a
/// quick return by another load.
struct LifecycleMachine {
  typealias State = LifecycleViewModel.State

  enum Action: Hashable { case setUp, load, finishLoading, unload, finishUnloading }

  private(set) var state = State.initialized
  /// Whether the last that was asked for is to be loaded.
  private(set) var wantsLoad = false
  private(set) var isEnded = false
  /// Whether it is loaded or on the way there, and so are the children that are seen.
  ///
  /// Also when that is not wished any more: the unload that follows reaches the children then, and a wish that
  /// comes back before finds them loaded.
  var loadsChildren: Bool { state == .loading || state == .loaded }

  mutating func setUp() -> Action? {
    guard state == .initialized, !isEnded else { return nil }
    state = .setUp
    return .setUp
  }

  mutating func load() -> Action? {
    guard !isEnded else { return nil }
    wantsLoad = true
    return next()
  }

  mutating func unload() -> Action? {
    wantsLoad = false
    return next()
  }

  /// - Returns: Nothing unless something is loading or loaded; a late answer after an unload must
  ///   not bring a view-model back.
  mutating func finishLoading() -> Action? {
    guard state == .loading || state == .loaded else { return nil }
    state = .loaded
    return .finishLoading
  }

  mutating func finishUnloading() -> Action? {
    guard state == .unloading else { return nil }
    state = .setUp
    return .finishUnloading
  }

  /// The step to do for the wish, in a state that can be left.
  mutating func next() -> Action? {
    switch (state, wantsLoad) {
    case (.setUp, true):
      state = .loading
      return .load
    case (.loaded, false):
      state = .unloading
      return .unload
    default: return nil
    }
  }

  /// Ends: a step that is under way is given up, and what comes of it later has no effect.
  mutating func end() {
    isEnded = true
    wantsLoad = false
    if state != .initialized { state = .setUp }
  }
}
