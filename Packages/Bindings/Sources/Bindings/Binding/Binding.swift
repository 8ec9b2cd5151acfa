/// Keeps what is shown in step with what is: one value with another, both ways if need be, a control
/// with its command, a message with an error.
///
/// ```swift
/// let title = Binding.oneWay(from: isValid, to: button.isEnabled)
/// let text = Binding.twoWay(leading: form.phone, following: field.text)
/// let tap = Binding.command(form.clear, activatedBy: button.taps.signal)
/// ```
/// It lasts until it is cancelled or released, until the signal given to ``until(_:)`` sends, or until
/// its target is gone where it was made with `on:`, which does not keep the target alive. Properties
/// that it binds it does keep. The main actor guards it.
@MainActor
public final class Binding {
  private var tokens: [Subscription]
  /// What waits for the end; it does not count as activity.
  private var ends: [Subscription] = []
  private let hasTarget: Bool
  private weak let target: AnyObject?

  init(_ tokens: [Subscription]) {
    self.tokens = tokens
    hasTarget = false
    target = nil
  }

  /// A binding that is over when `target` is gone.
  init(on target: AnyObject, _ tokens: [Subscription]) {
    self.tokens = tokens
    hasTarget = true
    self.target = target
  }

  /// Ends the binding; both ends keep their values.
  public func cancel() {
    for token in tokens + ends { token.cancel() }
    tokens = []
    ends = []
  }

  /// Whether the ends still follow each other.
  public var isActive: Bool {
    if hasTarget, target == nil { return false }
    return tokens.contains { $0.isActive }
  }

  /// Ends the binding at the first event of `trigger`, such as the reuse of a row.
  ///
  /// ```swift
  /// rowBindings.append(
  ///   Binding.oneWay(from: item.title, to: row.title).until(row.reuse.signal))
  /// ```
  /// - Returns: The binding, which must still be kept.
  public func until<Event>(_ trigger: Signal<Event>) -> Binding {
    ends.append(trigger.observe { [weak self] _ in self?.cancel() })
    return self
  }
}
