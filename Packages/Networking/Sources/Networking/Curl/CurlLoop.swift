import CCurl
import CCurlShim
import Foundation
import Synchronization

/// The thread that drives libcurl's multi interface.
///
/// A caller prepares the easy handle of its transfer; from then on only the thread touches libcurl's
/// handles. Everyone else puts a command into the inbox and wakes it.
final class CurlLoop: Sendable {
  /// Work for the loop's thread, with libcurl's handles.
  private typealias Command = @Sendable (CurlDriver) -> Void

  private let inbox = Mutex<[Command]>([])
  private let multi: MultiHandle?

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes libcurl ready, and the handle.
  ///
  /// Not on the thread: there, a process that exits at that moment would take OpenSSL apart while it is being set up.
  init(connectionsPerHost: Int) {
    multi = Self.isReady ? MultiHandle(connectionsPerHost: max(1, connectionsPerHost)) : nil
  }

  var activeTransfers: Int { multi?.activeTransfers.load(ordering: .relaxed) ?? 0 }

  /// Begins the thread.
  func start() {
    guard let multi else { return }
    let thread = Thread { [self] in run(multi) }
    thread.name = "Networking.CurlLoop"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// - Throws: ``NetworkError/Code/cannotConnect`` when there is no thread.
  func checkReady() throws(NetworkError) {
    guard multi == nil else { return }
    throw NetworkError(
      .cannotConnect, "The system has no memory or file descriptor for a transport; free some.")
  }

  func start(_ transfer: CurlTransfer) { send { $0.start(transfer) } }
  func cancel(_ transfer: CurlTransfer) { send { $0.cancel(transfer) } }
  func resume(_ transfer: CurlTransfer) { send { $0.resume(transfer) } }

  /// Ends the thread; whoever has a body under way has the transport, too.
  func stop() { send { $0.stop() } }

  private func send(_ command: @escaping Command) {
    let isFirst = inbox.withLock { inbox in
      inbox.append(command)
      return inbox.count == 1
    }
    // The thread takes all commands at once, so whoever finds one there finds a thread that is being woken.
    if isFirst { multi?.wakeUp() }
  }

  private func run(_ multi: MultiHandle) {
    let driver = CurlDriver(multi)
    while true {
      let commands = inbox.withLock { inbox in
        defer { inbox = [] }
        return inbox
      }
      for command in commands { command(driver) }
      guard !driver.isStopped else { return }
      driver.perform()
      driver.wait()
    }
  }
}

/// libcurl's multi handle, freed with its last reference.
///
/// `@unchecked Sendable`: the loop's thread alone uses the handle and its connections, but for
/// `curl_multi_wakeup`, which any thread may call as long as the handle stands, and for the end, when nobody else
/// has it any more.
@safe final class MultiHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  /// Told of each socket that is closed, up to the end of the handle.
  let connections = CurlConnections()
  /// The number of transfers that have a handle; written by the loop's thread, read by anyone.
  let activeTransfers = Atomic<Int>(0)

  /// Makes a handle, unless libcurl has no memory for it.
  init?(connectionsPerHost: Int) {
    guard let pointer = unsafe curl_multi_init() else { return nil }
    unsafe self.pointer = unsafe pointer
    // By default libcurl closes idle connections beyond four for each transfer under way, so a
    // burst would connect anew again and again.
    for option in [CURLMOPT_MAX_HOST_CONNECTIONS, CURLMOPT_MAXCONNECTS] {
      unsafe curl_shim_set_multi_long(pointer, option, connectionsPerHost)
    }
  }

  deinit { unsafe curl_multi_cleanup(pointer) }

  func wakeUp() { unsafe curl_multi_wakeup(pointer) }
}
