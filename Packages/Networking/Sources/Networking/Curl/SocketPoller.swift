import CCurl
import CCurlShim
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket that can go on, and what for (`CURL_CSELECT_…`).
struct SocketEvent {
  let socket: curl_socket_t
  let mask: Int32
}

#if os(Linux)
  /// Waits for the sockets that libcurl wants watched, and for the wake-up.
  ///
  /// libcurl's own `curl_multi_poll` and `curl_multi_perform` look at every transfer on every turn;
  /// this names the one that can go on. Any thread may change what is watched, also while one
  /// waits: that is what epoll is for, and why a request can be sent without waking the thread.
  @safe final class SocketPoller: Sendable {
    private let sockets = Mutex(KeptSockets())
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let wakeUp: WakeUp

    /// Whether the system had a descriptor left.
    var isOpen: Bool { epoll >= 0 && wakeUp.descriptor >= 0 }

    init(wakeUp: WakeUp) {
      self.wakeUp = wakeUp
      change(EPOLL_CTL_ADD, wakeUp.descriptor, EPOLLIN.rawValue)
    }

    deinit {
      if epoll >= 0 { close(epoll) }
    }

    /// Watches a socket for `what` (`CURL_POLL_IN`, `CURL_POLL_OUT` or both).
    func watch(_ socket: curl_socket_t, for what: Int32) {
      var events: UInt32 = 0
      if what & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
      if what & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
      // Under the lock, so that the system's list changes in the same order.
      sockets.withLock { $0.watch(socket, for: events, change) }
    }

    /// Watches a socket no longer; one that is soon back may stay in the system's list.
    func remove(_ socket: curl_socket_t, isSoonBack: Bool) {
      sockets.withLock { $0.remove(socket, isSoonBack: isSoonBack, change) }
    }

    /// Notes that libcurl opened a socket, and will say when it is to be closed.
    func opened(_ socket: curl_socket_t) {
      sockets.withLock { $0.opened(socket) }
    }

    /// Notes that a socket is about to be closed, with which the system forgets it.
    func closing(_ socket: curl_socket_t) {
      sockets.withLock { $0.closing(socket) }
    }

    @discardableResult
    private func change(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) -> Bool {
      var event = unsafe epoll_event(events: events, data: epoll_data_t(fd: descriptor))
      return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0
    }

    /// Waits at most so many milliseconds, -1 for ever, and adds what happened to `events`.
    func wait(milliseconds: Int32, events: inout [SocketEvent]) {
      let capacity = 64
      unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { ready in
        let count = unsafe epoll_wait(epoll, ready.baseAddress, Int32(capacity), milliseconds)
        for index in 0..<Swift.max(0, Int(count)) {
          let event = unsafe ready[index]
          let descriptor = unsafe event.data.fd
          guard descriptor != wakeUp.descriptor else {
            wakeUp.clear()
            continue
          }
          guard sockets.withLock({ $0.expects(descriptor, change) }) else { continue }
          events.append(SocketEvent(socket: descriptor, mask: Self.mask(unsafe event.events)))
        }
      }
    }

    private static func mask(_ events: UInt32) -> Int32 {
      var mask: Int32 = 0
      if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { mask |= CURL_CSELECT_IN }
      if events & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
      if events & EPOLLERR.rawValue != 0 { mask |= CURL_CSELECT_ERR }
      return mask
    }
  }
#else
  /// Waits for the sockets that libcurl wants watched, and for the wake-up, by `poll`.
  ///
  /// Any thread may change what is watched; one that waits meanwhile is woken and waits anew.
  @safe final class SocketPoller: Sendable {
    private struct State {
      var watched: [pollfd]
      var isWaiting = false
    }

    private let wakeUp: WakeUp
    private let state: Mutex<State>

    /// Whether the system had a descriptor left.
    var isOpen: Bool { wakeUp.descriptor >= 0 }

    init(wakeUp: WakeUp) {
      self.wakeUp = wakeUp
      let own = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
      state = Mutex(State(watched: [own]))
    }

    /// Watches a socket for `what` (`CURL_POLL_IN`, `CURL_POLL_OUT` or both).
    func watch(_ socket: curl_socket_t, for what: Int32) {
      var events: Int32 = 0
      if what & CURL_POLL_IN != 0 { events |= POLLIN }
      if what & CURL_POLL_OUT != 0 { events |= POLLOUT }
      let entry = pollfd(fd: socket, events: Int16(events), revents: 0)
      let isWaiting = state.withLock { state in
        state.watched.removeAll { $0.fd == socket }
        state.watched.append(entry)
        return state.isWaiting
      }
      if isWaiting { wakeUp.signal() }
    }

    /// Watches a socket no longer; with `poll` there is no list in which it could stay.
    func remove(_ socket: curl_socket_t, isSoonBack: Bool) {
      let isWaiting = state.withLock { state in
        state.watched.removeAll { $0.fd == socket }
        return state.isWaiting
      }
      if isWaiting { wakeUp.signal() }
    }

    /// Notes that libcurl opened a socket, and will say when it is to be closed.
    func opened(_ socket: curl_socket_t) {}

    /// Notes that a socket is about to be closed.
    func closing(_ socket: curl_socket_t) { remove(socket, isSoonBack: false) }

    /// Waits at most so many milliseconds, -1 for ever, and adds what happened to `events`.
    func wait(milliseconds: Int32, events: inout [SocketEvent]) {
      var watched = state.withLock { state in
        state.isWaiting = true
        return state.watched
      }
      let count = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
      state.withLock { $0.isWaiting = false }
      guard count > 0 else { return }
      for entry in watched where entry.revents != 0 {
        guard entry.fd != wakeUp.descriptor else {
          wakeUp.clear()
          continue
        }
        events.append(SocketEvent(socket: entry.fd, mask: Self.mask(Int32(entry.revents))))
      }
    }

    private static func mask(_ events: Int32) -> Int32 {
      var mask: Int32 = 0
      if events & (POLLIN | POLLHUP) != 0 { mask |= CURL_CSELECT_IN }
      if events & POLLOUT != 0 { mask |= CURL_CSELECT_OUT }
      if events & (POLLERR | POLLNVAL) != 0 { mask |= CURL_CSELECT_ERR }
      return mask
    }
  }
#endif
