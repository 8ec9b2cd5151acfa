import CCurl
import CCurlShim

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is known during one turn of the loop; libcurl's and the transfers' callbacks use it.
@safe final class LoopTurn {
  /// When the turn began, so that the clock is read once for all of its transfers.
  var now = ContinuousClock.now
  /// Transfers whose head is here and not yet handed on.
  var heads: [CurlTransfer] = []
  /// Who is to be resumed once the driver's lock is open.
  var waiters: [CurlChannel.Waiter] = []
  /// When libcurl wants to be called without an event.
  var deadline: ContinuousClock.Instant?
  private let poller: SocketPoller
  private let active: TransferCount

  init(poller: SocketPoller, active: TransferCount) {
    self.poller = poller
    self.active = active
  }

  /// Has libcurl say which sockets to watch, and when it wants to be called without one.
  func listen(to multi: UnsafeMutableRawPointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe curl_shim_watch(
      multi,
      { _, socket, what, context, _ in
        unsafe LoopTurn.from(context)?.watch(socket, for: what)
        return 0
      },
      { _, milliseconds, context in
        unsafe LoopTurn.from(context)?.setTimer(milliseconds)
        return 0
      }, context)
  }

  /// Has the poller learn which sockets a handle opens and closes.
  func follow(_ easy: EasyHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe curl_shim_follow(
      easy.handle,
      { context, socket, _ in
        unsafe LoopTurn.from(context)?.poller.opened(socket)
        return CURL_SOCKOPT_OK
      },
      { context, socket in
        unsafe LoopTurn.from(context)?.poller.closing(socket)
        return close(socket)
      }, context)
  }

  /// Has someone resumed once the lock is open.
  func resume(_ waiter: CurlChannel.Waiter?) {
    if let waiter { waiters.append(waiter) }
  }

  /// Whether the deadline has passed, which is then forgotten.
  ///
  /// libcurl sets it anew when it was called too early.
  func takeDeadline() -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }

  /// Watches a socket for `what` (`CURL_POLL_…`), or no longer.
  ///
  /// A lone request is often answered while its caller, who began it, still looks; with its socket
  /// in the list the answer would wake the thread, too.
  private func watch(_ socket: curl_socket_t, for what: Int32) {
    if what == CURL_POLL_REMOVE {
      poller.remove(socket, isSoonBack: active.value > 1)
    } else {
      poller.watch(socket, for: what)
    }
  }

  private func setTimer(_ milliseconds: Int) {
    deadline = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> LoopTurn? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<LoopTurn>.fromOpaque(context).takeUnretainedValue()
  }
}
