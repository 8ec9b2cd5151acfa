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
  /// The size at which tokens that have ended are thrown out.
  private var limit = 32

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

  func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
    // Tokens that end early must not pile up in a scope that lives long.
    guard subscriptions.count > limit else { return }
    subscriptions.removeAll { !$0.isActive }
    limit = max(32, subscriptions.count * 2)
  }

  func keep(_ binding: Binding) { bindings.append(binding) }
}

extension Subscription {
  /// Gives the token to `scope`, which keeps it until its own end.
  public func store(in scope: Scope) { scope.keep(self) }
}

extension Binding {
  /// Gives the binding to `scope`, which keeps it until its own end.
  public func store(in scope: Scope) { scope.keep(self) }
}
