import CCurl
import CCurlShim
import Foundation
import Synchronization

/// The thread that drives libcurl's multi interface.
///
/// A caller prepares the easy handle of its transfer; from then on only the thread touches libcurl's
/// handles. Everyone else puts a command into the inbox and wakes it.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
    /// The last one: whoever has a body under way has the transport, too.
    case stop
  }

  private let inbox = Mutex<[Command]>([])
  private let multi: MultiHandle?
  private let connectionsPerHost: Int

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes libcurl ready, and the handle.
  ///
  /// Not on the thread: there, a process that exits at that moment would take OpenSSL apart while it is being set up.
  init(connectionsPerHost: Int) {
    self.connectionsPerHost = max(1, connectionsPerHost)
    multi = Self.isReady ? MultiHandle() : nil
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

  func send(_ command: Command) {
    inbox.withLock { $0.append(command) }
    multi?.wakeUp()
  }

  private func run(_ multi: MultiHandle) {
    let driver = CurlDriver(multi, connectionsPerHost: connectionsPerHost)
    while true {
      let commands = inbox.withLock { inbox in
        defer { inbox = [] }
        return inbox
      }
      for command in commands {
        switch command {
        case .start(let transfer): driver.start(transfer)
        case .cancel(let transfer): driver.cancel(transfer)
        case .resume(let transfer): driver.resume(transfer)
        case .stop: return driver.cancelAll()
        }
      }
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
  init?() {
    guard let pointer = unsafe curl_multi_init() else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe curl_multi_cleanup(pointer) }

  func wakeUp() { unsafe curl_multi_wakeup(pointer) }
}
