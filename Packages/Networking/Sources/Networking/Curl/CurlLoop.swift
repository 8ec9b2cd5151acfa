import CCurl
import Foundation
import Synchronization

/// The event loop: a thread that drives libcurl's multi interface.
///
/// The caller prepares the easy handle of its transfer. From then on, only the loop's thread uses libcurl's handles.
/// Other threads append a command to the inbox and wake the loop.
final class CurlLoop: Sendable {
  /// A command that runs on the loop's thread and uses libcurl's handles.
  private typealias Command = @Sendable (CurlDriver) -> Void

  private let inbox = Mutex<[Command]>([])
  private let driver: CurlDriver?

  /// `curl_global_init` is not thread-safe in older versions of libcurl, so it runs once per process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Initializes libcurl and makes the driver.
  ///
  /// This does not happen on the loop's thread: a process that exits then would tear down OpenSSL during its setup.
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

  /// - Throws: ``NetworkError/Code/cannotConnect`` if the driver could not be made.
  func checkReady() throws(NetworkError) {
    guard driver == nil else { return }
    throw NetworkError(
      .cannotConnect, "The system has no memory or file descriptor for a transport; free some.")
  }

  func start(_ transfer: CurlTransfer) { send { $0.start(transfer) } }
  func cancel(_ transfer: CurlTransfer) { send { $0.cancel(transfer) } }
  func resume(_ transfer: CurlTransfer) { send { $0.resume(transfer) } }

  /// Stops the thread; this is safe for bodies in progress, because each of them keeps the transport alive.
  func stop() { send { $0.stop() } }

  private func send(_ command: @escaping Command) {
    let isFirst = inbox.withLock { inbox in
      inbox.append(command)
      return inbox.count == 1
    }
    // The thread takes all commands at once, so only the first command in the inbox must wake it.
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
