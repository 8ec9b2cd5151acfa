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
    case stop
  }

  private struct Inbox {
    var commands: [Command] = []
    /// Why no command is taken any more.
    var closure: NetworkError?
  }

  private let inbox = Mutex(Inbox())
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
    let thread = Thread { [self] in run() }
    thread.name = "Networking.CurlLoop"
    thread.stackSize = 512 << 10
    thread.start()
  }

  func stop() {
    send(.stop)
  }

  func send(_ command: Command) {
    let closure = inbox.withLock { inbox in
      if inbox.closure == nil { inbox.commands.append(command) }
      return inbox.closure
    }
    if let closure {
      if case .start(let transfer) = command { refuse(transfer, closure) }
    } else {
      multi?.wakeUp()
    }
  }

  private func refuse(_ transfer: CurlTransfer, _ closure: NetworkError) {
    transfer.channel.finish(.failure(closure), metrics: TransferMetrics())
  }

  // MARK: Thread

  private func run() {
    guard let multi else {
      let why = "The system has no memory or file descriptor for a transport; free some."
      closeInbox(NetworkError(.cannotConnect, why))
      return
    }
    let driver = CurlDriver(multi, connectionsPerHost: connectionsPerHost)
    while true {
      let commands = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return inbox.commands
      }
      for command in commands {
        switch command {
        case .start(let transfer): driver.start(transfer)
        case .cancel(let transfer): driver.cancel(transfer)
        case .resume(let transfer): driver.resume(transfer)
        case .stop:
          closeInbox(.cancelled)
          driver.cancelAll()
          return
        }
      }
      driver.perform()
      driver.wait()
    }
  }

  /// After this no command is taken any more.
  private func closeInbox(_ closure: NetworkError) {
    let rest = inbox.withLock { inbox in
      inbox.closure = closure
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for case .start(let transfer) in rest { refuse(transfer, closure) }
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
