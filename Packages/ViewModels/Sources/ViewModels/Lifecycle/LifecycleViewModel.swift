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
/// ``end()``; the rest follows. Outputs must be right in every state, before loading too.
@MainActor
@ViewModel
open class LifecycleViewModel {
  /// Where a view-model is in its life.
  public enum State: String, Codable, Sendable {
    /// Made, and nothing more.
    case initialized
    /// Set up, and not loaded.
    case setUp
    /// On the way to be loaded, loaded, and on the way back to be only set up.
    case loading, loaded, unloading
  }

  /// The text above a screen's content; `nil` for none.
  public var title: String?
  /// Where the view-model is in its life.
  public internal(set) var state: State = .initialized
  /// Whether the screen is being looked at; writing the same value notifies nobody.
  public internal(set) var isActive: Bool = false
  /// Whether there is a screen.
  public internal(set) var isScreenLoaded: Bool = false
  /// The number of times that the screen was laid out; each is a change to observe.
  public internal(set) var renderCount: Int = 0
  /// When loading was finished last; `nil` while not loaded.
  public internal(set) var loadDate: Date?
  /// The parts of the screen that are view-models themselves, in the order in which they came.
  public internal(set) var children: [LifecycleViewModel] = []

  /// The view-model that this one is a child of.
  @Ignored public internal(set) weak var parent: LifecycleViewModel?
  /// The parent that it has left, until it has ended: its last hooks find their environment and navigator.
  @Ignored weak var formerParent: LifecycleViewModel?
  @Ignored weak var ownNavigation: LifecycleViewModel?
  @Ignored var ownEnvironment: Environment
  @Ignored var machine = LifecycleMachine()
  let owned = OwnedWork()

  /// When the view-model was made.
  public let initializationDate: Date

  /// Makes a view-model that is not set up yet, with values of its own; a child also inherits its parent's.
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
  /// It runs after setting up, loading and unloading, and when the end gives one of them up. An output that is made
  /// once belongs into ``startSetUp()``.
  open func updateOutput() {}

  /// The children that are seen when this view-model is, and alone become active and load with it; nil
  /// for all of them.
  func seenChildren() -> [LifecycleViewModel]? { nil }

  /// Follows a change of the list of children.
  func childrenDidChange() {}

  /// Follows the end of a child that nobody has taken out.
  func childIsEnding(_ child: LifecycleViewModel) {}

  // MARK: Commands

  /// Sets up, once: the hook, the outputs, then the children.
  @Command public func setUp() { perform { $0.setUp() } }

  /// Asks to be loaded, as soon as that is possible.
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

  /// Follows an event step by step: each step is a change of its own, and nothing is tracked.
  func perform(_ event: (inout LifecycleMachine) -> LifecycleMachine.Action?) {
    guard _node_state.mayBeWritten() else { return }
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
      // Whoever hears of it may end it, and so may the hook.
      if machine.isEnded { return }
      startSetUp()
      if machine.isEnded { return }
      updateOutput()
      forEachChild { $0.setUp() }
    case .load:
      state = machine.state
      // A child may have this one left, or cover the next.
      forEachChild(of: seenChildren()) { child in
        if machine.loadsChildren, child.isSeen(by: self) { child.load() }
      }
      // A child may have gone on with this one, or have ended it.
      if machine.state == .loading { startLoading() }
    case .unload:
      batch {
        state = machine.state
        loadDate = nil
      }
      forEachChild { if !machine.loadsChildren { $0.unload() } }
      if machine.state == .unloading { startUnloading() }
    case .finishLoading, .finishUnloading:
      batch {
        state = machine.state
        loadDate = action == .finishLoading ? environment[NowKey.self]() : nil
        updateOutput()
      }
    }
  }

  /// Calls `body` with each child that still is one when its turn comes.
  func forEachChild(of list: [LifecycleViewModel]? = nil, _ body: (LifecycleViewModel) -> Void) {
    for child in list ?? children where child.parent === self { body(child) }
  }
}

extension LifecycleViewModel.State {
  fileprivate var isTransient: Bool { self == .loading || self == .unloading }
}
