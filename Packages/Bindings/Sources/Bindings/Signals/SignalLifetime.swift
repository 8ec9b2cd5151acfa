/// The duration of one observation of a signal, and the actions that run at its end.
@MainActor
@usableFromInline
final class SignalLifetime: Sendable {
  @exclusivity(unchecked) @usableFromInline private(set) var over = false
  /// The number of operators that an event may pass one inside the other, of its signal and of those around that.
  let depth: Int
  private var entries: [Entry] = []
  /// The number of entries at which children that have ended are thrown out.
  private var limit = SignalLifetime.leastLimit
  /// Few operators have more children at once; each sweep at twice the rest keeps `makeChild` O(1)
  /// (benchmark: `signal.flatMapLatest`).
  private nonisolated static let leastLimit = 8

  @MainActor
  private enum Entry {
    case action(@MainActor () -> Void)
    case child(SignalLifetime)
    case token(Subscription)

    var isOver: Bool { if case .child(let child) = self { child.isOver } else { false } }
  }

  @usableFromInline
  init(depth: Int = 0) { self.depth = depth }

  @inlinable
  var isOver: Bool { unsafe over }

  /// Runs `action` at the end; at once when it is over already.
  func onEnd(_ action: @escaping @MainActor () -> Void) {
    if isOver { action() } else { entries.append(.action(action)) }
  }

  /// Ends `token` with it; at once when it is over already.
  func end(_ token: Subscription) {
    if isOver { token.cancel() } else { entries.append(.token(token)) }
  }

  /// Ends it with its children and tokens, and then runs the actions: none of them finds a part that is still
  /// running.
  @usableFromInline
  func end() {
    guard !isOver else { return }
    close()
    runActions()
  }

  /// Ends it with its children and tokens; the actions are left to ``runActions()``.
  func close() {
    guard !isOver else { return }
    unsafe over = true
    for entry in entries {
      switch entry {
      case .action: break
      case .child(let child): child.close()
      case .token(let token): token.close()
      }
    }
  }

  /// Lifetimes end each other so deep at most; those that an action ends there run theirs directly after it, so
  /// that the stack does not grow with their number.
  private nonisolated static let deepest = 100
  @exclusivity(unchecked) private static var depth = 0
  @exclusivity(unchecked) private static var waiting = Queue<@MainActor () -> Void>()

  /// Runs the actions, once.
  func runActions() {
    if entries.isEmpty { return }
    guard unsafe SignalLifetime.depth < SignalLifetime.deepest else {
      return unsafe SignalLifetime.waiting.append(asNow { self.runEntries() })
    }
    unsafe SignalLifetime.depth += 1
    runEntries()
    if unsafe SignalLifetime.depth == SignalLifetime.deepest {
      while let next = unsafe SignalLifetime.waiting.popFirst() { next() }
    }
    unsafe SignalLifetime.depth -= 1
  }

  private func runEntries() {
    let last = exchange(&entries, with: [])
    // Whoever ends it, an observer, say, does not depend on what the actions read.
    untracked {
      for entry in last {
        switch entry {
        case .action(let action): action()
        case .child(let child): child.runEntries()
        case .token(let token): token.cancel()
        }
      }
    }
    ReleaseLoop.letGo(of: consume last)
  }

  /// A lifetime that ends with this one, or before it, of a signal that has `operators` of its own.
  @usableFromInline
  func makeChild(around operators: Int = 0) -> SignalLifetime {
    let child = SignalLifetime(depth: depth + operators)
    guard !isOver else {
      child.end()
      return child
    }
    // An operator may make a child for each event of a signal that never ends.
    if entries.count >= limit {
      let all = entries
      entries = []
      for entry in all where !entry.isOver { entries.append(entry) }
      limit = max(SignalLifetime.leastLimit, entries.count * 2)
    }
    entries.append(.child(child))
    return child
  }
}

/// The token of whatever lasts as long as a ``SignalLifetime``.
@usableFromInline
final class SignalSubscription: Subscription {
  let lifetime: SignalLifetime
  /// The tokens that end with this one; empty for one that stands for nothing but its lifetime.
  ///
  /// Those of signals come first: none of their closures runs when the end of another one sends.
  private let parts: [Subscription]
  // Touched by the main actor, at last by `deinit`.
  private nonisolated(unsafe) var isCancelled = false

  @usableFromInline
  init(_ lifetime: SignalLifetime, ending parts: [Subscription] = []) {
    self.lifetime = lifetime
    self.parts = parts
    super.init(nil)
    for part in parts { lifetime.end(part) }
  }

  deinit {
    if unsafe isCancelled { return }
    let lifetime = lifetime
    onMainActor { lifetime.end() }
  }

  override func cancel() {
    unsafe isCancelled = true
    close()
    lifetime.runActions()
  }

  override func close() { lifetime.close() }

  override var isActive: Bool {
    !lifetime.isOver && (parts.isEmpty || parts.contains { $0.isActive })
  }

  override var node: Node? { parts.lazy.compactMap(\.node).first }
}
