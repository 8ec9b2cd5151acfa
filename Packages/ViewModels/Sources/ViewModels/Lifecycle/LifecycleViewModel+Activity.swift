public import Bindings

/// The changes of a screen, as signals.
///
/// Every ``LifecycleViewModel`` has them; conform in no other way than by subclassing it. An event is the view-model
/// itself, with its own type, so an observer need not capture it. An observer gets an event at once if the screen is in
/// that state when it begins to observe. A signal does not keep the view-model alive, and ends when the view-model does,
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
  /// Sends each time that the screen becomes active; at once if it is active.
  public var didBecomeActive: Signal<Self> { sending($isActive) { $0 } }

  /// Sends each time that the screen becomes inactive; at once if it is inactive, as every screen is at first.
  public var didBecomeInactive: Signal<Self> { sending($isActive) { !$0 } }

  /// Sends each time that the view is loaded; at once if it is.
  public var didLoadScreen: Signal<Self> { sending($isScreenLoaded) { $0 } }

  /// Sends each time that the view is unloaded; at once if there is none, as at first.
  public var didUnloadScreen: Signal<Self> { sending($isScreenLoaded) { !$0 } }

  /// Sends after each time that the screen was laid out; at once if it was laid out before.
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
      // A batch that restores the value runs the observers of its node, but nothing has happened to the screen.
      var told: Value?
      let token = node.observe { value in
        guard told != value else { return }
        told = value
        if isEvent(value), let self { observer.send(self) }
      }
      // Made after the first one, so that the last event comes before the end.
      let end = ending.observe { if $0 { observer.end() } }
      return {
        token.cancel()
        end.cancel()
      }
    }
  }
}

extension LifecycleViewModel {
  /// The events of `signal` while the screen is looked at: observes it again at each activation.
  ///
  /// The end of `signal` is not passed on, because the next activation starts it again; this
  /// view-model's end is.
  public func forwardWhileActive<Value>(_ signal: Signal<Value>) -> Signal<Value> {
    signal.forwardWhileActive($isActive).prefix(until: owned.end)
  }

  /// The events of `signal` as they come while the screen is looked at; else the latest one after
  /// nothing has come for `interval`.
  ///
  /// Becoming active sends at once what waits, and so does the end of `signal`. It ends with `signal`
  /// or with this view-model.
  public func throttleWhileInactive<Value>(
    _ signal: Signal<Value>, interval: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal<Value> {
    signal.debounce(for: interval, clock: clock, unless: $isActive)
      .prefix(until: owned.end)
  }
}
