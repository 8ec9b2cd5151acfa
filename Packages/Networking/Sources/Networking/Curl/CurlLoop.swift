import CCurl
import Foundation
import Synchronization

/// The thread that drives libcurl's multi interface and alone touches its handles.
///
/// Everyone else puts a command into the inbox and wakes the thread if it sleeps.
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
    /// Whether the thread waits for sockets, or is about to, and so needs to be woken.
    var isAsleep = false
  }

  private let inbox = Mutex(Inbox())
  private let wakeUp = WakeUp()
  private let active = TransferCount()
  private let connectionsPerHost: Int

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init(connectionsPerHost: Int) {
    self.connectionsPerHost = max(1, connectionsPerHost)
  }

  var activeTransfers: Int { active.value }

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
    let (closure, isAsleep) = inbox.withLock { inbox in
      guard inbox.closure == nil else { return (inbox.closure, false) }
      inbox.commands.append(command)
      defer { inbox.isAsleep = false }
      return (NetworkError?.none, inbox.isAsleep)
    }
    // Outside the lock, or the thread would wake up only to wait for it.
    if isAsleep { wakeUp.signal() }
    if let closure, case .start(let transfer) = command {
      transfer.channel.finish(.failure(closure), metrics: TransferMetrics())
    }
  }

  private func run() {
    guard Self.isReady, wakeUp.descriptor >= 0,
      var driver = CurlDriver(
        connectionsPerHost: connectionsPerHost, wakeUp: wakeUp, active: active)
    else {
      let why = "The system has no memory or file descriptor for a transport; free some."
      closeInbox(NetworkError(.cannotConnect, why))
      return
    }
    var commands: [Command] = []
    while true {
      takeCommands(&commands)
      if commands.isEmpty {
        driver.wait()
        inbox.withLock { $0.isAsleep = false }
      }
      guard driver.apply(commands) else { break }
      driver.perform()
    }
    driver.cancelAll()
    closeInbox(.cancelled)
    driver.close()
  }

  /// Trades an empty list for the waiting commands; when there are none, the thread may sleep.
  private func takeCommands(_ commands: inout [Command]) {
    commands.removeAll(keepingCapacity: true)
    inbox.withLock { inbox in
      swap(&inbox.commands, &commands)
      inbox.isAsleep = commands.isEmpty
    }
  }

  /// After this no command is taken any more.
  private func closeInbox(_ closure: NetworkError) {
    let rest = inbox.withLock { inbox in
      inbox.closure = closure
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for case .start(let transfer) in rest {
      transfer.channel.finish(.failure(closure), metrics: TransferMetrics())
    }
  }
}

/// How many transfers have a handle; written by the loop thread, read by anyone.
final class TransferCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
