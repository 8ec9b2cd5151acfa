/// A set of tokens that end together.
///
/// ```swift
/// let scope = Scope()
/// phone.observe { print($0) }.store(in: scope)
/// scope.end()
/// ```
/// They end when the scope is told to end them or is released, whoever else keeps them. The main actor
/// guards it.
@MainActor
public final class Scope {
  private var subscriptions = Tokens()
  /// The tokens of `onEnd`.
  private var actions: [Subscription] = []
  /// The tokens that are yet to end while the scope does, the actions last, and those that have been closed.
  private var ending = Queue<Subscription>()
  private var endingActions = Queue<Subscription>()
  private var closed = Queue<Subscription>()
  private var isEnding = false
  private(set) var triggers = Tokens()

  /// Makes an empty scope.
  public init() {}

  /// The number of tokens that have not ended.
  public var count: Int { subscriptions.all.count { $0.isActive } + actions.count }

  deinit {
    let tokens = subscriptions.all + actions + triggers.all
    if !tokens.isEmpty { onMainActor { for token in tokens { token.cancel() } } }
  }

  /// Ends everything it keeps, and then runs the actions of ``onEnd(_:)``; it may be used again.
  ///
  /// When something that ends calls it once more, nothing that the scope keeps runs after that call; the
  /// actions that are left run when the first call continues.
  public func end() {
    // Nothing that is left is moved, for each of many actions may come back here.
    for token in exchange(&subscriptions.all, with: []) { ending.append(token) }
    for action in exchange(&actions, with: []) { endingActions.append(action) }
    guard !isEnding else {
      while let next = ending.popFirst() {
        closed.append(next)
        next.close()
      }
      return
    }
    isEnding = true
    while let next = closed.popFirst() ?? ending.popFirst() ?? endingActions.popFirst() {
      next.cancel()
    }
    isEnding = false
  }

  /// Ends everything it keeps at each event of `trigger`, for as long as the scope lives.
  ///
  /// For a row that is used again: `row.scope.end(at: row.reuse)`.
  public func end<Event>(at trigger: Signal<Event>) {
    // Those that are thrown out end after the change, for their ends may come back here.
    _ = triggers.append(trigger.observe { [weak self] _ in self?.end() })
  }

  /// Runs `action` at the scope's end, for work that has no token.
  ///
  /// ```swift
  /// scope.onEnd { search.cancel() }
  /// ```
  public func onEnd(_ action: @escaping @MainActor () -> Void) {
    let lifetime = SignalLifetime()
    lifetime.onEnd(action)
    actions.append(SignalSubscription(lifetime))
  }

  func keep(_ subscription: Subscription) { _ = subscriptions.append(subscription) }
}

/// Tokens, of which those that have ended early are thrown out, so that they do not pile up.
struct Tokens: Sendable {
  fileprivate(set) var all: [Subscription] = []
  /// The number of tokens at which those that have ended are thrown out.
  private var limit = Tokens.leastLimit
  /// Below this a sweep gains less than it costs; each sweep at twice the rest keeps `append` O(1)
  /// (benchmark: `graph.scopeOfCancelled`).
  private static let leastLimit = 32

  /// Adds a token.
  ///
  /// - Returns: What was there before others were thrown out, which end when nobody has them any more.
  @MainActor
  mutating func append(_ token: Subscription) -> [Subscription] {
    all.append(token)
    guard all.count > limit else { return [] }
    let before = all
    all = before.filter(\.isActive)
    limit = max(Tokens.leastLimit, all.count * 2)
    return before
  }
}

extension Subscription {
  /// Gives the token to `scope`, which keeps it until its own end.
  public func store(in scope: Scope) { scope.keep(self) }
}
