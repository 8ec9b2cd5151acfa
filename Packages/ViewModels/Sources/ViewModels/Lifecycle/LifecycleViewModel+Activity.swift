public import Bindings

/// The events of a screen, as signals.
///
/// Every ``LifecycleViewModel`` has them; conform only by subclassing it. The value of an event is the view-model
/// itself, with its own type, so an observer does not have to capture it. A new observer gets an event at once if the
/// screen is in that state already. A signal does not retain the view-model; it ends together with the view-model,
/// after the last event.
///
/// ```swift
/// inbox.keep(inbox.didBecomeActive.observe { $0.refreshCommand.execute() })
/// inbox.keep(inbox.didRender.prefix(1).observe { $0.refreshCommand.execute() })  // first time
/// ```
@MainActor
public protocol ScreenEvents: LifecycleViewModel {}

extension LifecycleViewModel: ScreenEvents {}

extension ScreenEvents {
  /// A signal that sends each time the screen becomes active; at once if it is active.
  public var didBecomeActive: Signal<Self> { sending($isActive) { $0 } }

  /// A signal that sends each time the screen becomes inactive; at once if it is inactive, as a new screen is.
  public var didBecomeInactive: Signal<Self> { sending($isActive) { !$0 } }

  /// A signal that sends each time the view is loaded; at once if it is loaded.
  public var didLoadScreen: Signal<Self> { sending($isScreenLoaded) { $0 } }

  /// A signal that sends each time the view is unloaded; at once if there is no view, as initially.
  public var didUnloadScreen: Signal<Self> { sending($isScreenLoaded) { !$0 } }

  /// A signal that sends after each layout of the screen; at once if it was laid out before.
  public var didRender: Signal<Self> { sending($renderCount) { $0 > 0 } }

  private func sending<Value: Equatable>(
    _ node: any ObservableValue<Value>, when isEvent: @escaping @MainActor (Value) -> Bool
  ) -> Signal<Self> {
    let ending = owned.ending
    return .create { [weak self] observer in
      if ending.peek() {
        observer.end()
        return {}
      }
      // If a batch restores the value, the node's observers still run, but no event of the screen has occurred.
      var told: Value?
      let token = node.observe { value in
        guard told != value else { return }
        told = value
        if isEvent(value), let self { observer.send(self) }
      }
      // Made after the first observer, so that the last event comes before the end.
      let end = ending.observe { if $0 { observer.end() } }
      return {
        token.cancel()
        end.cancel()
      }
    }
  }
}

extension LifecycleViewModel {
  /// A signal that sends the events of `signal` while the screen is active; it observes `signal` at each activation.
  ///
  /// The end of `signal` is not passed on, because the next activation restarts it; the signal ends
  /// with this view-model.
  public func forwardWhileActive<Value>(_ signal: Signal<Value>) -> Signal<Value> {
    signal.forwardWhileActive($isActive).prefix(until: owned.end)
  }

  /// A signal that sends the events of `signal` at once while the screen is active, and otherwise with a
  /// debounce of `interval`.
  ///
  /// An activation sends a pending event at once, and so does the end of `signal`. The signal ends with `signal`
  /// or with this view-model.
  public func throttleWhileInactive<Value>(
    _ signal: Signal<Value>, interval: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal<Value> {
    signal.debounce(for: interval, clock: clock, unless: $isActive)
      .prefix(until: owned.end)
  }
}
