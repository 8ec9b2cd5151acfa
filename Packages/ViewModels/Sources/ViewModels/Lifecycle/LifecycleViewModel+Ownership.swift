public import Bindings

extension LifecycleViewModel {
  /// Keeps a subscription until the view-model ends.
  public func keep(_ subscription: Subscription) { owned.keep(subscription) }

  /// Runs `body` until it returns or the view-model ends, which cancels it.
  ///
  /// While it runs it keeps alive what it captures, this view-model too; ``end()`` is what stops a
  /// body that never returns by itself. After the end nothing is started.
  @discardableResult
  public func task(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never>? {
    ownGraph.run { owned.start(body) }
  }

  /// Whether the view-model has ended; tracked.
  public var isEnded: Bool { owned.isEnded.value }

  /// Ends the view-model and its children: unloads, and cancels tasks, commands and observers.
  ///
  /// Leaving the tree does it; of the topmost view-model whoever made it calls it. There is no way
  /// back. Ending again changes nothing.
  ///
  /// Within a ``batch(_:)``, a command say, the observers that are kept run once more at the end of the batch, to hear
  /// of this end, and are cancelled then.
  public func end() {
    guard !owned.isEnded.peek(), _node_state.mayBeWritten() else { return }
    let home = parent
    if let home { formerParent = home }
    untracked {
      // Whatever an observer does: this is no wish that it could take back.
      setActive(false)
      unload()
      screenDidUnload()
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
        // A hook may have shown it again.
        if isActive { isActive = false }
        if isScreenLoaded { isScreenLoaded = false }
        children = []
        childrenDidChange()
        // A hook may have put it into another tree meanwhile.
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
  /// The work at the end, before anything is cancelled.
  private let endings = Scope()
  private let scope = Scope()
  /// Whether what is kept has been cancelled, after the last events.
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

  /// Runs `action` at the end, or when the view-model is released without one; at once when it is over.
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

  /// The end, as an event; at once when it is over.
  var end: Signal<Bool> { ending.signal.filter { $0 } }

  /// ``isEnded``, and true when it is released without an end.
  ///
  /// The scope tells it then, for the signal keeps the node alive.
  var ending: Property<Bool> {
    if !tellsRelease {
      tellsRelease = true
      scope.onEnd { [isEnded] in isEnded.value = true }
    }
    return isEnded
  }

  /// Stops the work at once; what is kept hears of the end before it is cancelled.
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
