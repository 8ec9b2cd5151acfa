import Dispatch

#if canImport(Network)
  import Network
#endif

/// A monitor of the machine's network state, as reported by the system.
///
/// On Linux, a netlink socket reports changes of links, addresses and routes; the state is that of the default route.
/// On Apple's systems, `NWPathMonitor` provides it. Monitoring ends with the last reference.
///
/// ```swift
/// let monitor = NetworkMonitor()
/// for await status in monitor.updates() { isOnline = status.isReachable }
/// ```
///
/// A default route does not prove that a server is reachable: show the state to users and retry when it changes.
public final class NetworkMonitor: Reachability {
  private let state = ReachabilitySimulator(.unknown)

  /// The current state; `unknown` if the system does not report it.
  public var status: ReachabilityStatus { state.status }

  /// Returns the current state, then each new state.
  public func updates() -> AsyncStream<ReachabilityStatus> { state.updates() }

  #if canImport(Network)
    private let monitor = NWPathMonitor()

    /// Starts monitoring.
    public init() {
      monitor.pathUpdateHandler = { [weak state] path in
        state?.status =
          path.status != .satisfied
          ? .notReachable : path.usesInterfaceType(.cellular) ? .cellular : .wifi
      }
      monitor.start(queue: DispatchQueue(label: "Networking.NetworkMonitor"))
    }

    deinit { monitor.cancel() }
  #else
    /// A Dispatch source may be used from any thread, though its type is not Sendable.
    nonisolated(unsafe) private let events: (any DispatchSourceRead)?

    /// Starts monitoring.
    public convenience init() {
      self.init(socket: RouteEvents.open()) { RouteTables.current.status }
    }

    /// Makes a monitor that calls `read` at once and whenever `socket` becomes readable.
    ///
    /// The socket is closed with the monitor.
    init(socket: Int32?, read: @escaping @Sendable () -> ReachabilityStatus) {
      let state = state
      state.status = read()
      guard let socket else {
        unsafe events = nil
        return
      }
      let queue = DispatchQueue(label: "Networking.NetworkMonitor")
      let events = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
      events.setEventHandler {
        // The events' content is ignored; after a burst of events, the tables are read once.
        RouteEvents.drain(socket)
        state.status = read()
      }
      events.setCancelHandler { RouteEvents.close(socket) }
      events.activate()
      unsafe self.events = events
      // A change between the first read and the activation causes no event, so the state is read again.
      queue.async { state.status = read() }
    }

    deinit { unsafe events?.cancel() }
  #endif
}
