public import Bindings

/// The state of the program that all its pages share: whether it is in front, and whether there is a network.
///
/// The app's entry point reports what the system tells it; pages find it around them:
/// ```swift
/// navigator.environment[AppStateKey.self] = app
/// app.report(.didBecomeActive)
/// // in a page, once it is in the tree:
/// keep(environment[AppStateKey.self]?.events.observe { [weak self] in self?.take($0) })
/// ```
/// It is made by whoever makes the topmost view-model: there is no global one.
@MainActor
@ViewModel
public final class AppState {
  /// The place of the program among the others of the device.
  public enum Phase: String, Codable, Sendable, CaseIterable {
    /// In front, and used.
    case active
    /// In front, and not used: it just comes or goes, or something covers it.
    case inactive
    /// Not to be seen.
    case background
    /// About to end.
    case terminating
  }

  /// A notice of the system to the program.
  public enum Event: String, Codable, Sendable, CaseIterable {
    /// The program has started.
    case didLaunch
    /// The program is in front and used from now on, and is about to be left or covered.
    case didBecomeActive, willResignActive
    /// The program is not to be seen any more, and is about to be seen again.
    case didEnterBackground, willEnterForeground
    /// The program is about to end.
    case willTerminate
    /// Memory is short: what can be loaded again should be dropped.
    case didReceiveMemoryWarning
  }

  /// Where the program is; inactive before anything is reported.
  public fileprivate(set) var phase: Phase = .inactive
  /// Whether there is a network, as far as is known; the entry point sets it from what it watches.
  public var isOnline: Bool = true
  /// The number of warnings that memory is short.
  public fileprivate(set) var memoryWarnings: Int = 0
  @Ignored private let source = SignalSource<Event>(label: "app.events")

  /// Makes the state of a program that has just started.
  public init() {}

  /// Reports a notice of the system.
  @Command public func report(_ event: Event) {
    // The event waits for nobody who answers the new state.
    action {
      guard _node_phase.mayBeWritten() else { return }
      switch event {
      case .didLaunch, .willResignActive, .willEnterForeground: phase = .inactive
      case .didBecomeActive: phase = .active
      case .didEnterBackground: phase = .background
      case .willTerminate: phase = .terminating
      case .didReceiveMemoryWarning: memoryWarnings += 1
      }
      source.send(event)
    }
  }
}

extension AppState {
  /// The notices as they come, each after the state has followed it.
  public var events: Signal<Event> { source.signal }
}

/// Gives pages the state of the program; `nil` where nobody has set one.
public enum AppStateKey: ViewModelEnvironmentKey {
  /// None.
  public static var liveValue: AppState? { nil }
}
