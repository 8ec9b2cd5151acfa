/// How long one observation of a signal lasts, and what to do at its end.
@MainActor
@usableFromInline
final class SignalLifetime: Sendable {
  @exclusivity(unchecked) private var over = false

  var isOver: Bool { unsafe over }
  private var actions: [@MainActor () -> Void] = []

  /// Runs `action` at the end; at once when it is over already.
  func onEnd(_ action: @escaping @MainActor () -> Void) {
    if isOver { action() } else { actions.append(action) }
  }

  func end() {
    guard !isOver else { return }
    unsafe over = true
    let last = actions
    actions = []
    for action in last { action() }
  }

  /// A lifetime that ends with this one, or before it.
  func makeChild() -> SignalLifetime {
    let child = SignalLifetime()
    onEnd { child.end() }
    return child
  }
}

/// The token of an observation of a signal.
final class SignalSubscription: Subscription {
  private let lifetime: SignalLifetime

  init(_ lifetime: SignalLifetime) {
    self.lifetime = lifetime
    super.init(nil)
  }

  deinit {
    let lifetime = lifetime
    onMainActor { lifetime.end() }
  }

  override func cancel() { lifetime.end() }

  override var isActive: Bool { !lifetime.isOver }
}
