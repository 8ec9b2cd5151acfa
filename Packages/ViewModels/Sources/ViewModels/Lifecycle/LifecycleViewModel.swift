public import Bindings
public import Foundation

/// A view-model with a life: it is set up, loaded and unloaded, active or not, has children, and
/// ends.
///
/// Subclass it for what fills a screen or a part of one, and override the four hooks. A small
/// view-model that only derives values does not need it.
///
/// ```swift
/// @ViewModel final class Inbox: LifecycleViewModel {
///   var messages: [Message] = []
///   override func startLoading() { task { await self.fetch(); self.finishLoading() } }
/// }
/// ```
/// Whoever shows it calls ``screenDidLoad()``, ``screenWillAppear()``, ``screenWillDisappear()`` and
/// ``end()``; the rest follows. Outputs must be right in every state, before loading too. The main
/// actor guards it.
@MainActor
@ViewModel
open class LifecycleViewModel {
  /// Where a view-model is in its life.
  public enum State: String, Codable, Sendable {
    /// Made, and nothing more.
    case initialized
    /// Set up, and not loaded.
    case setUp
    /// On the way to be loaded.
    case loading
    /// Loaded.
    case loaded
    /// On the way back to be only set up.
    case unloading

    /// Another spelling of ``setUp``.
    public static let setuped = setUp
  }

  /// What a screen writes above its content; `nil` for none.
  public var title: String?
  /// Where the view-model is in its life.
  public internal(set) var state: State = .initialized
  /// Whether the screen is being looked at; equal writes tell nobody.
  public internal(set) var isActive: Bool = false
  /// Whether there is a screen.
  public internal(set) var isScreenLoaded: Bool = false
  /// How often the screen was laid out; each time is a change to observe.
  public internal(set) var renderCount: Int = 0
  /// When loading was finished last; `nil` while not loaded.
  public internal(set) var loadDate: Date?
  /// The parts of the screen that are view-models themselves, in the order in which they came.
  public internal(set) var children: [LifecycleViewModel] = []

  /// Whose child this is.
  @Ignored public internal(set) weak var parent: LifecycleViewModel?
  /// Who is told of the life cycle's steps.
  @Ignored public weak var observer: (any LifecycleObserver)?
  /// Whether ``updateOutput()`` runs when loading and unloading are finished; `true` at first.
  @Ignored public var updateOutputOnLoad = true
  @Ignored weak var ownNavigation: LifecycleViewModel?
  @Ignored var ownEnvironment: Environment
  @Ignored var machine = LifecycleMachine()
  let owned = OwnedWork()

  /// When the view-model was made.
  public let initializationDate: Date

  /// Makes a view-model that is not set up yet.
  ///
  /// - Parameter environment: What it starts with; a child also inherits from its parent.
  public init(environment: Environment = Environment()) {
    ownEnvironment = environment
    initializationDate = environment[NowKey.self]()
  }

  // MARK: Hooks

  /// Prepares what lasts as long as the view-model; does nothing here.
  open func startSetUp() {}

  /// Begins to load, and calls ``finishLoading()`` when that is done; here at once.
  ///
  /// Do not call `super` unless loading is finished then.
  open func startLoading() { finishLoading() }

  /// Begins to unload, and calls ``finishUnloading()`` when that is done; here at once.
  ///
  /// Do not call `super` unless unloading is finished then.
  open func startUnloading() { finishUnloading() }

  /// Brings outputs that are not derived up to date; does nothing here.
  ///
  /// It runs after setting up and, if ``updateOutputOnLoad``, after loading and unloading.
  open func updateOutput() {}

  /// The children that are seen when this view-model is; they alone become active and load with it.
  func seenChildren() -> [LifecycleViewModel] { children }

  /// Follows a change of the list of children.
  func childrenDidChange() {}

  // MARK: Commands

  /// Sets up, once: the hook, the outputs, the children, then the observer.
  @Command public func setUp() { perform { $0.setUp() } }

  /// Wants to be loaded; remembered until that is possible.
  @Command public func load() { perform { $0.load() } }

  /// Wants not to be loaded; remembered until that is possible.
  @Command public func unload() { perform { $0.unload() } }
}

extension LifecycleViewModel {
  /// Tells that loading is done, or done again while loaded.
  ///
  /// Without effect in any other state: a late answer does not bring back what was unloaded.
  public func finishLoading() { perform { $0.finishLoading() } }

  /// Tells that unloading is done; without effect when nothing is unloading.
  public func finishUnloading() { perform { $0.finishUnloading() } }

  /// Tells the observer what changed while loaded.
  ///
  /// For those that do not observe nodes. Without effect in any other state.
  public func emitUpdate(_ updates: [String: DynamicValue]) {
    guard machine.state == .loaded else { return }
    observer?.viewModelDidUpdate(self, updates: updates)
  }

  /// Follows an event step by step: each step is a change of its own, and nothing is tracked.
  func perform(_ event: (inout LifecycleMachine) -> LifecycleMachine.Action?) {
    ownGraph.run {
      untracked {
        var action = event(&machine)
        while let current = action {
          perform(current)
          // A hook may have gone on by itself; then there is nothing left to do here.
          action = machine.state.isTransient ? nil : machine.next()
        }
      }
    }
  }

  private func perform(_ action: LifecycleMachine.Action) {
    switch action {
    case .setUp:
      state = machine.state
      startSetUp()
      updateOutput()
      for child in children { child.setUp() }
      observer?.viewModelDidSetUp(self)
    case .load:
      state = machine.state
      observer?.viewModelWillLoad(self)
      for child in seenChildren() { child.load() }
      startLoading()
    case .finishLoading:
      batch {
        state = machine.state
        loadDate = environment[NowKey.self]()
        if updateOutputOnLoad { updateOutput() }
      }
      observer?.viewModelDidLoad(self)
    case .unload:
      state = machine.state
      observer?.viewModelWillUnload(self)
      for child in children { child.unload() }
      startUnloading()
    case .finishUnloading:
      batch {
        state = machine.state
        loadDate = nil
        if updateOutputOnLoad { updateOutput() }
      }
      observer?.viewModelDidUnload(self)
    }
  }
}

extension LifecycleViewModel.State {
  /// Whether only a hook leads out of the state.
  fileprivate var isTransient: Bool { self == .loading || self == .unloading }
}
