/// A set of tokens that end together.
///
/// ```swift
/// let scope = Scope()
/// phone.observe { print($0) }.store(in: scope)
/// scope.end()
/// ```
/// The tokens end when `end()` is called or the scope is released, even if other code retains them. They end in order,
/// so the end of one may still reach an observer whose token comes later. The main actor guards it.
@MainActor
public final class Scope {
  private var subscriptions = Tokens()
  /// The tokens for the actions of `onEnd`.
  private var actions: [Subscription] = []
  /// The queues of a running `end`: tokens to end, then actions to run, and tokens that are closed already.
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

  /// Ends all tokens and then runs the actions of ``onEnd(_:)``; the scope may be used again afterwards.
  ///
  /// If a token or an action calls this method again, no observer of the scope runs after that nested call; the
  /// remaining actions run when the outer call continues.
  public func end() {
    // Moves only new tokens into the queues, because each of many actions may call this method again.
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

  /// Ends all tokens at each event of `trigger`, as long as the scope lives.
  ///
  /// Useful for rows that are reused: `row.scope.end(at: row.reuse)`.
  public func end<Event>(at trigger: Signal<Event>) {
    // The removed tokens are released after the change of `triggers`, because their deinits may call this scope.
    _ = triggers.append(trigger.observe { [weak self] _ in self?.end() })
  }

  /// Registers an action that runs at the scope's end, for work without a token.
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

/// A list of tokens that removes inactive tokens from time to time, so that they do not accumulate.
struct Tokens: Sendable {
  fileprivate(set) var all: [Subscription] = []
  /// The number of tokens at which inactive ones are removed.
  private var limit = Tokens.leastLimit
  /// The smallest limit, below which a sweep costs more than it gains; doubling the limit after each sweep keeps
  /// `append` O(1) (benchmark: `graph.scopeOfCancelled`).
  private static let leastLimit = 32

  /// Adds a token.
  ///
  /// - Returns: The list before the sweep; the caller releases it, which releases the removed tokens.
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
  /// Adds the token to `scope`, which retains it until the scope's end.
  public func store(in scope: Scope) { scope.keep(self) }
}
