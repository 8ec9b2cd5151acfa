/// Keeps tokens and bindings, and ends them together.
///
/// ```swift
/// let scope = Scope()
/// phone.observe { print($0) }.store(in: scope)
/// scope.end()
/// ```
/// What it keeps ends when it is told to or when it is released. The main actor guards it.
@MainActor
public final class Scope {
  private var subscriptions: [Subscription] = []
  private var bindings: [Binding] = []
  private var triggers: [Subscription] = []
  /// The sizes at which what has ended is thrown out.
  private var limit = 32
  private var bindingLimit = 32

  /// Makes an empty scope.
  public init() {}

  /// How many observers and bindings it keeps alive.
  public var count: Int {
    subscriptions.count { $0.isActive } + bindings.count { $0.isActive }
  }

  /// Ends everything it keeps; it may be used again.
  public func end() {
    let ending = (subscriptions, bindings)
    subscriptions = []
    bindings = []
    for subscription in ending.0 { subscription.cancel() }
    for binding in ending.1 { binding.cancel() }
  }

  /// Ends everything it keeps at each event of `trigger`, for as long as the scope lives.
  ///
  /// For a row that is used again: `row.scope.end(at: row.reuse)`.
  public func end<Event>(at trigger: Signal<Event>) {
    triggers.append(trigger.observe { [weak self] _ in self?.end() })
  }

  /// Runs `action` at the scope's end: what is to stop and has no token.
  ///
  /// ```swift
  /// scope.onEnd { search.cancel() }
  /// ```
  public func onEnd(_ action: @escaping @MainActor () -> Void) {
    let lifetime = SignalLifetime()
    lifetime.onEnd(action)
    keep(SignalSubscription(lifetime))
  }

  func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
    // Tokens that end early must not pile up in a scope that lives long.
    guard subscriptions.count > limit else { return }
    subscriptions.removeAll { !$0.isActive }
    limit = max(32, subscriptions.count * 2)
  }

  func keep(_ binding: Binding) {
    bindings.append(binding)
    guard bindings.count > bindingLimit else { return }
    bindings.removeAll { !$0.isActive }
    bindingLimit = max(32, bindings.count * 2)
  }
}

extension Subscription {
  /// Gives the token to `scope`, which keeps it until its own end.
  public func store(in scope: Scope) { scope.keep(self) }
}

extension Binding {
  /// Gives the binding to `scope`, which keeps it until its own end.
  public func store(in scope: Scope) { scope.keep(self) }
}
