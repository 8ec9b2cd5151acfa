import Dispatch

#if canImport(Network)
  import Network
#endif

/// The state of this machine's network, as its system tells it.
///
/// On Linux a netlink socket says when links, addresses and routes change; the state is that of the default
/// route. On Apple's systems it is `NWPathMonitor`'s. Monitoring ends with the last reference.
///
/// ```swift
/// let monitor = NetworkMonitor()
/// for await status in monitor.updates() { isOnline = status.isReachable }
/// ```
///
/// A default route is no proof that a server answers: tell people of the state, and try again when it changes.
public final class NetworkMonitor: Reachability {
  private let state = ReachabilitySimulator(.unknown)

  /// The present state; `unknown` where the system does not tell.
  public var status: ReachabilityStatus { state.status }

  /// The present state, then each different one.
  public func updates() -> AsyncStream<ReachabilityStatus> { state.updates() }

  #if canImport(Network)
    private let monitor = NWPathMonitor()

    /// Begins to monitor.
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
    /// Dispatch's sources may be used from any thread, though their type does not say so.
    nonisolated(unsafe) private let events: (any DispatchSourceRead)?

    /// Begins to monitor.
    public convenience init() {
      self.init(socket: RouteEvents.open()) { RouteTables.current.status }
    }

    /// Monitors what `read` says, at once and whenever `socket` has something to read.
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
        // The events are not looked into; a burst of them is one look at the tables.
        RouteEvents.drain(socket)
        state.status = read()
      }
      events.setCancelHandler { RouteEvents.close(socket) }
      events.activate()
      unsafe self.events = events
      // A change between the first look and the activation has no event of its own.
      queue.async { state.status = read() }
    }

    deinit { unsafe events?.cancel() }
  #endif
}
