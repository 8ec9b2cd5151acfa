/// The state machine of a view-model's lifecycle: it turns events into the actions to perform.
///
/// It remembers the last request: a request to unload during loading takes effect when loading has finished, and a
/// quick return leads to another load.
struct LifecycleMachine {
  typealias State = LifecycleViewModel.State

  enum Action: Hashable { case setUp, load, finishLoading, unload, finishUnloading }

  private(set) var state = State.initialized
  /// Whether the last request was to load.
  private(set) var wantsLoad = false
  private(set) var isEnded = false
  /// The number of loadings and unloadings that have begun, so that a step is not taken for a later one.
  private(set) var steps = 0
  /// Whether the view-model is loading or loaded, and with it the children that are visible.
  ///
  /// This is true even if the last request was to unload: the following unload then includes the children, and a new
  /// request to load before that finds them loaded.
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

  /// - Returns: Nil unless the state is loading or loaded; a late result after an unload must
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

  /// The next action for the last request; nil in a transient state or when the request is fulfilled.
  mutating func next() -> Action? {
    switch (state, wantsLoad) {
    case (.setUp, true): begin(.loading, .load)
    case (.loaded, false): begin(.unloading, .unload)
    default: nil
    }
  }

  private mutating func begin(_ state: State, _ action: Action) -> Action {
    self.state = state
    steps += 1
    return action
  }

  /// Ends the lifecycle; an unfinished step is abandoned, and its later result has no effect.
  mutating func end() {
    isEnded = true
    wantsLoad = false
    if state != .initialized { state = .setUp }
  }
}
