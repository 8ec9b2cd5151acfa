/// A set of tokens that end together.
///
/// ```swift
/// let scope = Scope()
/// phone.observe { print($0) }.store(in: scope)
/// scope.end()
/// ```
/// The tokens end when `end()` is called or the scope is released, even if other code retains them. The main actor
/// guards it.
@MainActor
public final class Scope {
  /// The tokens and actions; nil while there are none.
  private var contents: SignalLifetime?
  /// The contents whose actions a running ``end()`` has yet to run.
  private var ending = Queue<SignalLifetime>()
  private var isEnding = false
  private(set) var triggers: SignalLifetime?

  /// Makes an empty scope.
  public init() {}

  /// The number of tokens that have not ended, and of actions.
  public var count: Int { contents?.count ?? 0 }

  deinit {
    let last = [contents, triggers].compactMap(\.self)
    if !last.isEmpty { onMainActor { for lifetime in last { lifetime.end() } } }
  }

  /// Ends all tokens and then runs the actions of ``onEnd(_:)``; the scope may be used again afterwards.
  ///
  /// If a token or an action calls this method again, no observer of the scope runs after that nested call; the
  /// remaining actions run when the outer call continues.
  public func end() {
    if let contents = exchange(&contents, with: nil) {
      contents.close()
      ending.append(contents)
    }
    guard !isEnding else { return }
    isEnding = true
    while let next = ending.popFirst() { next.runActions() }
    isEnding = false
  }

  /// Ends all tokens at each event of `trigger`, as long as the scope lives.
  ///
  /// Useful for rows that are reused: `row.scope.end(at: row.reuse)`.
  public func end<Event>(at trigger: Signal<Event>) {
    let token = trigger.observe { [weak self] _ in self?.end() }
    Scope.open(&triggers).end(token)
  }

  /// Registers an action that runs at the scope's end, for work without a token.
  ///
  /// ```swift
  /// scope.onEnd { search.cancel() }
  /// ```
  public func onEnd(_ action: @escaping @MainActor () -> Void) {
    Scope.open(&contents).onEnd(action)
  }

  func keep(_ subscription: Subscription) { Scope.open(&contents).end(subscription) }

  private static func open(_ lifetime: inout SignalLifetime?) -> SignalLifetime {
    let opened = lifetime ?? SignalLifetime()
    lifetime = opened
    return opened
  }
}

extension Subscription {
  /// Adds the token to `scope`, which retains it until the scope's end.
  public func store(in scope: Scope) { scope.keep(self) }
}
