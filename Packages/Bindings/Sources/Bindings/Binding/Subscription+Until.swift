extension Subscription {
  /// Ends at the first event of `trigger`, such as the reuse of a row.
  ///
  /// ```swift
  /// rowBindings.append(item.title.bind(to: row.title).until(row.reuse.signal))
  /// ```
  /// - Returns: The token to keep in place of this one.
  public func until<Event>(_ trigger: Signal<Event>) -> Subscription {
    let token = self as? SignalSubscription ?? Subscription.joining([self])
    let lifetime = token.lifetime
    trigger.subscribe(lifetime.makeChild(), { _ in lifetime.end() }, ended: {})
    return token
  }

  /// A token that ends several others with itself.
  static func joining(_ tokens: [Subscription]) -> SignalSubscription {
    SignalSubscription(SignalLifetime(), ending: tokens)
  }
}
