import CCurl
import Foundation
import Synchronization

/// What drives libcurl's multi interface: a thread of its own, and callers who begin a request.
///
/// Only who holds the driver's lock touches libcurl's handles. The thread waits for the sockets;
/// everyone else puts a command into the inbox and wakes it, or begins a quick request at once if
/// the lock is free, which saves a switch of threads. No caller ever waits for the lock.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
    case stop

    /// Whether a caller may carry it out, whose thread must not be kept.
    var isQuick: Bool {
      if case .start(let transfer) = self { transfer.isQuick } else { false }
    }
  }

  private struct Inbox {
    var commands: [Command] = []
    /// Why no command is taken any more.
    var closure: NetworkError?
    /// Whether the thread waits for sockets, or is about to, and so needs to be woken.
    var isAsleep = false
  }

  private let inbox = Mutex(Inbox())
  /// Made and freed by the thread.
  private let driver = Mutex<CurlDriver?>(nil)
  private let wakeUp = WakeUp()
  private let poller: SocketPoller
  private let active = TransferCount()
  private let connectionsPerHost: Int

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init(connectionsPerHost: Int) {
    self.connectionsPerHost = max(1, connectionsPerHost)
    poller = SocketPoller(wakeUp: wakeUp)
  }

  var activeTransfers: Int { active.value }

  /// Begins the thread.
  ///
  /// libcurl is made ready before: on the thread, a process that exits at that moment would take
  /// OpenSSL apart while it is being set up.
  func start() {
    _ = Self.isReady
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
      return
    }
    // With others under way the thread is busy, and does many at once cheaper than one each.
    let isAlone = activeTransfers == 0
    if isAlone, command.isQuick, help() { return }
    wakeThread()
  }

  private func wakeThread() {
    let isAsleep = inbox.withLock { inbox in
      // Someone else may have carried the command out by now.
      guard !inbox.commands.isEmpty else { return false }
      defer { inbox.isAsleep = false }
      return inbox.isAsleep
    }
    // Outside the lock, or the thread would wake up only to wait for it.
    if isAsleep { wakeUp.signal() }
  }

  private func refuse(_ transfer: CurlTransfer, _ closure: NetworkError) {
    transfer.channel.finish(.failure(closure), metrics: TransferMetrics())?.resume()
  }

  /// Carries out the commands on the caller's thread; false when they are left to the loop's.
  private func help() -> Bool {
    var waiters: [CurlChannel.Waiter] = []
    let isDone = driver.withLockIfAvailable { driver -> Bool in
      guard driver != nil else { return false }
      let commands = takeQuickCommands()
      guard !commands.isEmpty else { return false }
      driver?.begin()
      _ = driver?.apply(commands)
      driver?.perform([])
      driver?.takeWaiters(&waiters)
      // The thread sleeps by the time limits that it knew.
      if driver?.isDueBeforeWake == true { wakeUp.signal() }
      return true
    }
    for waiter in waiters { waiter.resume() }
    return isDone ?? false
  }

  private func takeQuickCommands() -> [Command] {
    inbox.withLock { inbox in
      guard inbox.commands.allSatisfy(\.isQuick) else { return [] }
      defer { inbox.commands = [] }
      return inbox.commands
    }
  }
}

// MARK: - Thread

extension CurlLoop {
  private func run() {
    guard Self.isReady, poller.isOpen, makeDriver() else {
      let why = "The system has no memory or file descriptor for a transport; free some."
      closeInbox(NetworkError(.cannotConnect, why))
      return
    }
    var events: [SocketEvent] = []
    var waiters: [CurlChannel.Waiter] = []
    while true {
      let pause = turn(events, &waiters)
      for waiter in waiters { waiter.resume() }
      waiters.removeAll(keepingCapacity: true)
      guard let pause else { return }
      events.removeAll(keepingCapacity: true)
      poller.wait(milliseconds: pause, events: &events)
    }
  }

  private func makeDriver() -> Bool {
    driver.withLock { driver in
      driver = CurlDriver(connectionsPerHost: connectionsPerHost, poller: poller, active: active)
      return driver != nil
    }
  }

  /// Goes on with everything that can go on; the milliseconds to wait then, or nil at the end.
  private func turn(_ events: [SocketEvent], _ waiters: inout [CurlChannel.Waiter]) -> Int32? {
    driver.withLock { driver -> Int32? in
      driver?.begin()
      driver?.perform(events)
      var commands: [Command] = []
      while takeCommands(&commands) {
        guard driver?.apply(commands) == true else {
          driver?.cancelAll()
          closeInbox(.cancelled)
          driver?.takeWaiters(&waiters)
          driver?.close()
          driver = nil
          return nil
        }
        driver?.perform([])
      }
      driver?.takeWaiters(&waiters)
      return driver?.pause()
    }
  }

  /// Trades for the waiting commands; when there are none, the thread may sleep.
  private func takeCommands(_ commands: inout [Command]) -> Bool {
    commands.removeAll(keepingCapacity: true)
    inbox.withLock { inbox in
      swap(&inbox.commands, &commands)
      inbox.isAsleep = commands.isEmpty
    }
    return !commands.isEmpty
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

/// How many transfers have a handle; written under the driver's lock, read by anyone.
final class TransferCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
