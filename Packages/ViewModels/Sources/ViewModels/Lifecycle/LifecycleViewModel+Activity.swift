public import Bindings

/// Exposes a screen's events as signals.
///
/// Conform only by subclassing ``LifecycleViewModel``.
/// Each event is the view-model itself, with its own type, so an observer need not capture it. A
/// signal sends at once if what it tells is so already, does not keep the view-model alive, and ends
/// with it.
///
/// ```swift
/// inbox.keep(inbox.didBecomeActive.observe { $0.refreshCommand.execute() })
/// inbox.keep(inbox.didRender.prefix(1).observe { $0.refreshCommand.execute() })  // first time
/// ```
@MainActor
public protocol ScreenEvents: LifecycleViewModel {}

extension LifecycleViewModel: ScreenEvents {}

extension ScreenEvents {
  /// The screen is looked at: now, and each time again.
  public var didBecomeActive: Signal<Self> { sending($isActive) { $0 } }

  /// The screen is not looked at: now, which is so at the start, and each time again.
  public var didBecomeInactive: Signal<Self> { sending($isActive) { !$0 } }

  /// There is a screen: now, and each time again.
  public var didLoadScreen: Signal<Self> { sending($isScreenLoaded) { $0 } }

  /// There is no screen: now, which is so at the start, and each time again.
  public var didUnloadScreen: Signal<Self> { sending($isScreenLoaded) { !$0 } }

  /// The screen was laid out: at once if it was before, and after each time.
  public var didRender: Signal<Self> { sending($renderCount) { $0 > 0 } }

  private func sending<Value>(
    _ node: any ObservableValue<Value>, when isEvent: @escaping @MainActor (Value) -> Bool
  ) -> Signal<Self> {
    let events = Signal<Self>.create { [weak self] observer in
      let token = node.observe { value in
        if isEvent(value), let self { observer.send(self) }
      }
      return { token.cancel() }
    }
    return events.prefix(until: owned.end)
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
  ///
  /// - Parameters:
  ///   - signal: Is observed all the time.
  ///   - interval: One second, unless told otherwise.
  ///   - clock: Measures the interval.
  /// - Returns: The signal, which observes nothing until it is observed.
  public func throttleWhileInactive<Value>(
    _ signal: Signal<Value>, interval: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal<Value> {
    signal.debounce(for: interval, clock: clock, unless: $isActive)
      .prefix(until: owned.end)
  }
}
