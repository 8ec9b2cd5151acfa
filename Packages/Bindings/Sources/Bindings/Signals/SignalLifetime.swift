/// The lifetime of an observation of a signal, with actions that run at its end.
@MainActor
@usableFromInline
final class SignalLifetime: Sendable {
  @exclusivity(unchecked) @usableFromInline private(set) var over = false
  /// The number of nested operators of the observed signal and the signals around it.
  let depth: Int
  private var entries: [Entry] = []
  /// The number of entries at which ended children are removed.
  private var limit = SignalLifetime.leastLimit
  /// The smallest limit, which few operators exceed; doubling the limit after each sweep keeps `makeChild` O(1)
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

  /// Runs `action` at the end of the lifetime; at once if it has ended already.
  func onEnd(_ action: @escaping @MainActor () -> Void) {
    if isOver { action() } else { entries.append(.action(action)) }
  }

  /// Ends `token` together with the lifetime; at once if the lifetime has ended already.
  func end(_ token: Subscription) {
    if isOver { token.cancel() } else { entries.append(.token(token)) }
  }

  /// Ends the lifetime with its children and tokens and then runs the actions, which find no part
  /// that is still active.
  @usableFromInline
  func end() {
    guard !isOver else { return }
    close()
    runActions()
  }

  /// Ends the lifetime with its children and tokens; ``runActions()`` runs the actions later.
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

  /// The limit for nested ends of lifetimes; actions of deeper lifetimes are queued and run when this depth is
  /// reached again, so that the stack does not grow with their number.
  private nonisolated static let deepest = 100
  @exclusivity(unchecked) private static var depth = 0
  @exclusivity(unchecked) private static var waiting = Queue<@MainActor () -> Void>()

  /// Runs the actions; they run only once.
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
    // The reads of the actions are not tracked, even if an observer ends the lifetime.
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

  /// Makes a lifetime that ends with this one or earlier, for an inner signal with the given number of operators.
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

/// A token that represents a ``SignalLifetime``.
@usableFromInline
final class SignalSubscription: Subscription {
  let lifetime: SignalLifetime
  /// The tokens that end with this one; empty for a token that represents only its lifetime.
  ///
  /// Tokens of signals come first, so none of their closures runs when the end of another token sends events.
  private let parts: [Subscription]
  // Accessed on the main actor, and last by `deinit`.
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
