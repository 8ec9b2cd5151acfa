public import Bindings

/// The state of the program that all its pages share: whether it is in the foreground and whether it is online.
///
/// The app's entry point reports the events of the system; pages find the state in their environment:
/// ```swift
/// navigator.environment[AppStateKey.self] = app
/// app.report(.didBecomeActive)
/// // in a page, once it is in the tree:
/// if let app = environment[AppStateKey.self] {
///   keep(app.events.observe { [weak self] in self?.take($0) })
/// }
/// ```
/// The code that makes the topmost view-model makes it, too: there is no global state.
@MainActor
@ViewModel
public final class AppState {
  /// The state of the program among the other programs of the device.
  public enum Phase: String, Codable, Sendable, CaseIterable {
    /// The program is in the foreground and receives input.
    case active
    /// The program is in the foreground without input: it is being opened or left, or another view covers it.
    case inactive
    /// The program is not visible.
    case background
    /// The program is about to end.
    case terminating
  }

  /// An event that the system sends to the program.
  public enum Event: String, Codable, Sendable, CaseIterable {
    /// The program has started.
    case didLaunch
    /// The program starts to receive input, and is about to be left or covered.
    case didBecomeActive, willResignActive
    /// The program is no longer visible, and is about to become visible again.
    case didEnterBackground, willEnterForeground
    /// The program is about to end.
    case willTerminate
    /// Memory is low: data that can be loaded again should be released.
    case didReceiveMemoryWarning
  }

  /// The phase of the program; inactive before the first event.
  public fileprivate(set) var phase: Phase = .inactive
  /// Whether the program is online, as far as known; the entry point sets it from its network monitor.
  public var isOnline: Bool = true
  /// The number of low-memory warnings.
  public fileprivate(set) var memoryWarnings: Int = 0
  @Ignored private let source = SignalSource<Event>(label: "app.events")

  /// Makes the state of a program that has just started.
  public init() {}

  /// Reports an event of the system.
  @Command public func report(_ event: Event) {
    // In one batch, so that the event is sent before the observers of the new state run.
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
  /// A signal of the system's events, each sent after the state was updated.
  public var events: Signal<Event> { source.signal }
}

/// The environment key for the state of the program; `nil` where no value is set.
public enum AppStateKey: ViewModelEnvironmentKey {
  /// No value.
  public static var liveValue: AppState? { nil }
}
