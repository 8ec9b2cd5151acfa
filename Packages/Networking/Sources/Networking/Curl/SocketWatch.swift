import CCurl
import CCurlShim

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for the sockets that libcurl wants watched, the wake-up and libcurl's own timer.
///
/// libcurl's own `curl_multi_poll` and `curl_multi_perform` look at every transfer on every turn;
/// this names the one that can go on. Owned by the loop thread.
@safe final class SocketWatch {
  /// A socket that can go on, and what for (`CURL_CSELECT_…`).
  struct Event {
    let socket: curl_socket_t
    let mask: Int32
  }

  private let wakeUp: WakeUp
  private let turn: LoopTurn
  /// The wake-up's descriptor and after it the sockets, few enough to be searched in line.
  private var watched: [pollfd]
  /// When libcurl wants to be called without an event.
  private(set) var deadline: ContinuousClock.Instant?

  init(multi: UnsafeMutableRawPointer, wakeUp: WakeUp, turn: LoopTurn) {
    self.wakeUp = wakeUp
    self.turn = turn
    watched = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe curl_shim_watch(
      multi,
      { _, socket, what, context, _ in
        unsafe SocketWatch.from(context)?.watch(socket, for: what)
        return 0
      },
      { _, milliseconds, context in
        unsafe SocketWatch.from(context)?.setTimer(milliseconds)
        return 0
      }, context)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> SocketWatch? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
  }

  /// Waits at most so many milliseconds and adds what happened to `events`.
  func wait(milliseconds: Int, events: inout [Event]) {
    let count = unsafe poll(&watched, nfds_t(watched.count), Int32(clamping: milliseconds))
    guard count > 0 else { return }
    if watched[0].revents != 0 { wakeUp.clear() }
    for entry in watched.dropFirst() where entry.revents != 0 {
      events.append(Event(socket: entry.fd, mask: Self.mask(Int32(entry.revents))))
    }
  }

  /// Whether the deadline has passed, which is then forgotten.
  ///
  /// libcurl sets it anew when it was called too early.
  func takeDeadline() -> Bool {
    guard let deadline, deadline <= turn.now else { return false }
    self.deadline = nil
    return true
  }

  private static func mask(_ events: Int32) -> Int32 {
    var mask: Int32 = 0
    if events & (POLLIN | POLLHUP) != 0 { mask |= CURL_CSELECT_IN }
    if events & POLLOUT != 0 { mask |= CURL_CSELECT_OUT }
    if events & (POLLERR | POLLNVAL) != 0 { mask |= CURL_CSELECT_ERR }
    return mask
  }

  private func watch(_ socket: curl_socket_t, for what: Int32) {
    let index = watched.dropFirst().firstIndex { $0.fd == socket }
    guard what != CURL_POLL_REMOVE else {
      if let index {
        watched.swapAt(index, watched.count - 1)
        watched.removeLast()
      }
      return
    }
    var events: Int32 = 0
    if what & CURL_POLL_IN != 0 { events |= POLLIN }
    if what & CURL_POLL_OUT != 0 { events |= POLLOUT }
    if let index {
      watched[index].events = Int16(events)
    } else {
      watched.append(pollfd(fd: socket, events: Int16(events), revents: 0))
    }
  }

  private func setTimer(_ milliseconds: Int) {
    deadline = milliseconds < 0 ? nil : turn.now + .milliseconds(milliseconds)
  }
}
