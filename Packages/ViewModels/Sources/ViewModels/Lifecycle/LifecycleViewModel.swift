public import Bindings
public import Foundation

/// A view-model with a lifecycle: it is set up, loaded and unloaded, active or inactive, has children, and ends.
///
/// Subclass it for a screen or a part of a screen, and override the four hooks. A small
/// view-model that only derives values does not need it.
///
/// ```swift
/// @ViewModel final class Inbox: LifecycleViewModel {
///   var messages: [Message] = []
///   override func startLoading() { task { await self.fetch(); self.finishLoading() } }
/// }
/// ```
/// The view calls ``screenDidLoad()``, ``screenWillAppear()``, ``screenWillDisappear()`` and
/// ``end()``; the class does the rest. Outputs must be correct in every state, also before loading.
@MainActor
@ViewModel
open class LifecycleViewModel {
  /// A state of the lifecycle.
  public enum State: String, Codable, Sendable {
    /// The view-model was made but not set up.
    case initialized
    /// The view-model was set up and is not loaded.
    case setUp
    /// The view-model is loading, is loaded, or is unloading.
    case loading, loaded, unloading
  }

  /// The text above a screen's content; `nil` for none.
  public var title: String?
  /// The state of the lifecycle.
  public internal(set) var state: State = .initialized
  /// Whether the screen is active, which means that the user sees it; writing an equal value notifies no observer.
  public internal(set) var isActive: Bool = false
  /// Whether the screen's view is loaded.
  public internal(set) var isScreenLoaded: Bool = false
  /// The number of times that the screen was laid out; observers are notified each time.
  public internal(set) var renderCount: Int = 0
  /// The time when loading last finished; `nil` while not loaded.
  public internal(set) var loadDate: Date?
  /// The parts of the screen that are view-models themselves, in the order in which they were added.
  public internal(set) var children: [LifecycleViewModel] = []

  /// The parent of this view-model.
  @Ignored public internal(set) weak var parent: LifecycleViewModel?
  /// The former parent, kept until the end of the view-model; its last hooks find the environment and navigator there.
  @Ignored weak var formerParent: LifecycleViewModel?
  @Ignored weak var ownNavigation: LifecycleViewModel?
  @Ignored var ownEnvironment: Environment
  @Ignored var machine = LifecycleMachine()
  let owned = OwnedWork()

  /// The time when the view-model was made.
  public let initializationDate: Date

  /// Makes a view-model that is not set up yet, with its own environment values; a child also inherits its parent's.
  public init(environment: Environment = Environment()) {
    ownEnvironment = environment
    initializationDate = environment[NowKey.self]()
  }

  // MARK: Hooks

  /// Prepares everything that lasts as long as the view-model; the default does nothing.
  open func startSetUp() {}

  /// Starts to load, and calls ``finishLoading()`` when loading is done; the default calls it at once.
  ///
  /// Do not call `super` unless loading is finished at that point.
  open func startLoading() { finishLoading() }

  /// Starts to unload, and calls ``finishUnloading()`` when unloading is done; the default calls it at once.
  ///
  /// Do not call `super` unless unloading is finished at that point.
  open func startUnloading() { finishUnloading() }

  /// Updates outputs that are not derived; the default does nothing.
  ///
  /// The hook runs after setup, loading and unloading, and when the end interrupts one of these. An output that is made
  /// only once belongs into ``startSetUp()``.
  open func updateOutput() {}

  /// Whether a child is visible together with this view-model, and so becomes active and loads with it.
  func sees(_ child: LifecycleViewModel) -> Bool { true }

  /// Handles a change of the list of children.
  func childrenDidChange() {}

  /// Handles the end of a child that was not removed before.
  func childIsEnding(_ child: LifecycleViewModel) {}

  // MARK: Commands

  /// Sets the view-model up, once: the hook, the outputs, then the children.
  @Command public func setUp() { perform { $0.setUp() } }

  /// Requests to load, which starts as soon as possible.
  @Command public func load() { perform { $0.load() } }

  /// Requests to unload, which starts as soon as possible.
  @Command public func unload() { perform { $0.unload() } }
}

extension LifecycleViewModel {
  /// Reports that loading is finished, or finished again while loaded.
  ///
  /// It has no effect in other states: a late result does not bring back an unloaded view-model.
  ///
  /// - Complexity: O(*d*) in the depth of the tree, to find the ``NowKey`` of the nearest ancestor that has one.
  public func finishLoading() { perform { $0.finishLoading() } }

  /// Reports that unloading is finished; has no effect in other states.
  public func finishUnloading() { perform { $0.finishUnloading() } }

  /// Performs the actions that follow from an event; each action is a separate change without tracking.
  func perform(_ event: (inout LifecycleMachine) -> LifecycleMachine.Action?) {
    guard _node_state.mayBeWritten() else { return }
    ownGraph.run {
      untracked {
        var action = event(&machine)
        while let current = action {
          perform(current)
          // A hook may have continued already; then there is no further action.
          action = machine.next()
        }
      }
    }
  }

  private func perform(_ action: LifecycleMachine.Action) {
    let step = machine.steps
    switch action {
    case .setUp:
      state = machine.state
      // An observer of the state may end the view-model, and so may the hook.
      if machine.isEnded { return }
      startSetUp()
      if machine.isEnded { return }
      updateOutput()
      forEachChild { $0.setUp() }
    case .load:
      state = machine.state
      // A child may unload this view-model or hide the next child.
      forEachChild { if machine.loadsChildren, sees($0) { $0.load() } }
      // A child may have finished the loading, and begun another one, or ended this view-model.
      if machine.state == .loading, machine.steps == step { startLoading() }
    case .unload:
      batch {
        state = machine.state
        loadDate = nil
      }
      forEachChild { if !machine.loadsChildren { $0.unload() } }
      if machine.state == .unloading, machine.steps == step { startUnloading() }
    case .finishLoading, .finishUnloading:
      batch {
        state = machine.state
        loadDate = action == .finishLoading ? inherited(NowKey.self)() : nil
        updateOutput()
      }
    }
  }

  /// Calls `body` with each child that is still a child at that moment.
  func forEachChild(_ body: (LifecycleViewModel) -> Void) {
    for child in children where child.parent === self { body(child) }
  }
}
