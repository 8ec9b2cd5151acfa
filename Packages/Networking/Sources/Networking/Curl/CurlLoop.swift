import CCurl
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
  private let driver: CurlDriver?

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes libcurl ready, and the handle.
  ///
  /// Not on the thread: there, a process that exits at that moment would take OpenSSL apart while it is being set up.
  init(connectionsPerHost: Int) {
    driver = Self.isReady ? CurlDriver(connectionsPerHost: max(1, connectionsPerHost)) : nil
  }

  var activeTransfers: Int { driver?.activeTransfers.load(ordering: .relaxed) ?? 0 }

  func start() {
    guard let driver else { return }
    let thread = Thread { [self] in run(driver) }
    thread.name = "Networking.CurlLoop"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// - Throws: ``NetworkError/Code/cannotConnect`` when there is no thread.
  func checkReady() throws(NetworkError) {
    guard driver == nil else { return }
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
    if isFirst { driver?.wakeUp() }
  }

  private func run(_ driver: CurlDriver) {
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
