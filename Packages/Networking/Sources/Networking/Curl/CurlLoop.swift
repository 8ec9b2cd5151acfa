import CCurl
import CCurlShim
import Foundation
import Synchronization

/// The thread that drives libcurl's multi interface and alone touches its handles.
///
/// Everyone else puts a command into the inbox and wakes the thread.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
    case stop
  }

  /// `@unchecked Sendable`: of a multi handle, only `curl_multi_wakeup` is called off the loop
  /// thread, which libcurl allows, and only under the inbox's lock while the handle is open.
  @safe private struct Multi: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer?
  }

  private struct Inbox {
    var commands: [Command] = []
    var isOpen = true
    var multi: Multi
  }

  private let inbox: Mutex<Inbox>
  private let active = TransferCount()

  /// `curl_global_init` is not thread-safe in older libcurl, so it runs once for the process.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init(connectionsPerHost: Int) {
    let handle = unsafe Self.isReady ? curl_multi_init() : nil
    if let handle = unsafe handle {
      unsafe curl_shim_set_multi_long(
        handle, CURLMOPT_MAX_HOST_CONNECTIONS, Swift.max(1, connectionsPerHost))
    }
    inbox = Mutex(Inbox(multi: unsafe Multi(handle: handle)))
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
    let isTaken = inbox.withLock { inbox in
      guard inbox.isOpen else { return false }
      inbox.commands.append(command)
      // Under the lock, so that the handle cannot be freed in between; it only writes one byte.
      if inbox.commands.count == 1 { unsafe curl_multi_wakeup(inbox.multi.handle) }
      return true
    }
    if !isTaken, case .start(let transfer) = command {
      transfer.channel.finish(.failure(.cancelled), metrics: TransferMetrics())
    }
  }

  private func run() {
    guard let multi = unsafe inbox.withLock({ unsafe $0.multi.handle }) else {
      closeInbox()
      return
    }
    var driver = unsafe CurlDriver(multi: multi, active: active)
    while driver.apply(takeCommands()) {
      driver.perform()
      driver.wait()
    }
    driver.cancelAll()
    closeInbox()
    driver.close()
  }

  private func takeCommands() -> [Command] {
    inbox.withLock { inbox in
      guard !inbox.commands.isEmpty else { return [] }
      defer { inbox.commands.removeAll(keepingCapacity: true) }
      return inbox.commands
    }
  }

  /// After this no command is taken any more and the multi handle may be freed.
  private func closeInbox() {
    let rest = inbox.withLock { inbox in
      inbox.isOpen = false
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for case .start(let transfer) in rest {
      transfer.channel.finish(.failure(.cancelled), metrics: TransferMetrics())
    }
  }
}

/// How many transfers have a handle; written by the loop thread, read by anyone.
final class TransferCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
