#if os(Linux)
  import CCurl
  import CCurlShim

  /// The connections that stay in epoll's list from one request to the next.
  ///
  /// libcurl has a socket watched for a request and then no longer, which is two calls of the
  /// system for each request. A connection that will be used again at once may stay in the list
  /// instead, until something happens to it that nobody waits for.
  ///
  /// A number may stand for another socket the next time. So only a socket of which libcurl says
  /// when it is closed is kept; that is one that was announced, and seen to be connected. Others,
  /// such as those by which a thread says that it has resolved a name, come and go unannounced.
  struct KeptSockets {
    /// Changes the list (`EPOLL_CTL_…`, socket, events); false when the system refuses.
    typealias Change = (Int32, curl_socket_t, UInt32) -> Bool

    private enum Phase {
      case opened
      case connecting
      /// With the events in the list, or none when it is not there.
      case connected(UInt32?, isWatched: Bool)
    }

    private var phases: [curl_socket_t: Phase] = [:]

    mutating func opened(_ socket: curl_socket_t) { phases[socket] = .opened }

    mutating func closing(_ socket: curl_socket_t) { phases[socket] = nil }

    mutating func watch(_ socket: curl_socket_t, for events: UInt32, _ change: Change) {
      switch phases[socket] {
      case .connected(events, _):
        phases[socket] = .connected(events, isWatched: true)
      case .connected(nil, _) where change(EPOLL_CTL_ADD, socket, events),
        .connected where change(EPOLL_CTL_MOD, socket, events):
        phases[socket] = .connected(events, isWatched: true)
      // What is in the list still is the socket that was put there.
      case .connecting where change(EPOLL_CTL_MOD, socket, events):
        if events == EPOLLIN.rawValue { phases[socket] = .connected(events, isWatched: true) }
      case .opened where events == EPOLLOUT.rawValue && change(EPOLL_CTL_ADD, socket, events):
        phases[socket] = .connecting
      default:
        phases[socket] = nil
        if !change(EPOLL_CTL_ADD, socket, events) { _ = change(EPOLL_CTL_MOD, socket, events) }
      }
    }

    mutating func remove(_ socket: curl_socket_t, isSoonBack: Bool, _ change: Change) {
      guard case .connected(let events, _) = phases[socket] else {
        phases[socket] = nil
        _ = change(EPOLL_CTL_DEL, socket, 0)
        return
      }
      guard isSoonBack else {
        takeOut(socket, change)
        return
      }
      phases[socket] = .connected(events, isWatched: false)
    }

    /// Whether an event of a socket is waited for; if not, such as the server's closing a kept
    /// connection, there are no more of them.
    mutating func expects(_ socket: curl_socket_t, _ change: Change) -> Bool {
      guard case .connected(_, isWatched: false) = phases[socket] else { return true }
      takeOut(socket, change)
      return false
    }

    private mutating func takeOut(_ socket: curl_socket_t, _ change: Change) {
      phases[socket] = .connected(nil, isWatched: false)
      _ = change(EPOLL_CTL_DEL, socket, 0)
    }
  }
#endif
