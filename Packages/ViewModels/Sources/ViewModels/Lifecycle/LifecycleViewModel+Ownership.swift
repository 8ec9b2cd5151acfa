public import Bindings

extension LifecycleViewModel {
  /// Keeps a subscription until the view-model ends.
  public func keep(_ subscription: Subscription) { owned.keep(subscription) }

  /// Runs `body` in a task, which the end of the view-model cancels.
  ///
  /// The running task retains its captured objects, including this view-model; so only ``end()`` stops a
  /// body that never returns. After the end no task is started.
  @discardableResult
  public func task(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never>? {
    ownGraph.run { owned.start(body) }
  }

  /// Whether the view-model has ended; tracked.
  public var isEnded: Bool { owned.isEnded.value }

  /// Ends the view-model and its children: unloads them, and cancels tasks, commands and observers.
  ///
  /// Removal from the tree calls this method; for the topmost view-model, its owner calls it. The end is
  /// final. Another call changes nothing.
  ///
  /// Within a `batch`, such as a command, the stored observers run once more at the end of the batch, to observe
  /// the end, and are then cancelled.
  public func end() {
    guard !owned.isEnded.peek(), _node_state.mayBeWritten() else { return }
    let home = parent
    if let home { formerParent = home }
    untracked {
      // These steps do not depend on observers: the end is not a request that an observer could revert. What is over
      // already is not walked through again, because each part of a deep tree ends in the same way.
      if isActive { setActive(false) }
      unload()
      if isScreenLoaded { screenDidUnload() }
      machine.end()
      batch {
        if loadDate != nil { loadDate = nil }
        if state != machine.state {
          state = machine.state
          ownGraph.run { updateOutput() }
        }
      }
      owned.cancelAll()
      parent?.childIsEnding(self)
      forEachChild { child in
        child.belong(to: nil)
        child.end()
      }
      batch {
        // A hook may have shown the screen again.
        if isActive { isActive = false }
        if isScreenLoaded { isScreenLoaded = false }
        children = []
        childrenDidChange()
        // A hook may have moved the view-model to another parent.
        if parent !== home { leave(for: nil) }
      }
      owned.afterLastEvents { [weak self] in self?.formerParent = nil }
    }
  }

  func willEnd<Input, Output>(cancelling command: Command<Input, Output>) {
    guard !owned.isEnded.peek() else { return }
    owned.keep { [weak command] in command?.cancel() }
  }
}

/// The work that a view-model has started and must stop.
@MainActor
final class OwnedWork {
  let isEnded = Property(false, label: "isEnded")
  /// The actions that run at the end, before anything is cancelled.
  private let endings = Scope()
  private let scope = Scope()
  /// Whether the stored observers were cancelled, after the last events.
  private var isOver = false
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastTask = 0
  private var tellsRelease = false

  deinit {
    for task in tasks.values { task.cancel() }
  }

  func keep(_ subscription: Subscription) {
    if isEnded.peek() { subscription.cancel() } else { subscription.store(in: scope) }
  }

  /// Runs `action` at the end, or when the view-model is released without an end; at once after the end.
  func keep(_ action: @escaping @MainActor () -> Void) {
    if isEnded.peek() { action() } else { endings.onEnd(action) }
  }

  func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never>? {
    guard !isEnded.peek() else { return nil }
    lastTask += 1
    let id = lastTask
    let task = Task { [weak self] in
      await body()
      self?.tasks[id] = nil
    }
    tasks[id] = task
    return task
  }

  /// A signal that sends when the view-model ends; at once after the end.
  var end: Signal<Bool> { ending.signal.filter { $0 } }

  /// ``isEnded``, which also becomes true when the view-model is released without an end.
  ///
  /// The scope sets it then, because the signal retains the node.
  var ending: Property<Bool> {
    if !tellsRelease {
      tellsRelease = true
      scope.onEnd { [isEnded] in isEnded.value = true }
    }
    return isEnded
  }

  /// Cancels the work at once; stored observers observe the end before they are cancelled.
  func cancelAll() {
    isEnded.value = true
    endings.end()
    for task in tasks.values { task.cancel() }
    tasks = [:]
    guard scope.count > 0 else { return isOver = true }
    atEndOfBatch(in: isEnded.node.graph ?? .current) {
      self.isOver = true
      self.scope.end()
    }
  }

  func afterLastEvents(_ action: @escaping @MainActor () -> Void) {
    if isOver { action() } else { scope.onEnd(action) }
  }
}
