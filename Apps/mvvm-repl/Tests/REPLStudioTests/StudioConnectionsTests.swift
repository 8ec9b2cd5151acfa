import FlyingSocks
import Foundation
import Synchronization
import Testing

@testable import REPLStudio

/// The connections that wait without having been let in.
@Suite(.timeLimit(.minutes(2))) struct StudioConnectionsTests {
  /// A pool in which nothing is ever ready.
  private final class SilentPool: AsyncSocketPool {
    private let waiting = Mutex(0)

    var count: Int { waiting.withLock { $0 } }

    func prepare() async throws {}

    func run() async throws {}

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
      waiting.withLock { $0 += 1 }
      defer { waiting.withLock { $0 -= 1 } }
      let (never, end) = AsyncStream<Void>.makeStream()
      defer { end.finish() }
      for await _ in never {}
      throw CancellationError()
    }
  }

  private let silent = SilentPool()

  /// Two sockets that are connected to each other.
  private static func pair() throws -> (Socket, Socket) {
    var files: [Int32] = [-1, -1]
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    try #require(unsafe socketpair(AF_UNIX, type, 0, &files) == 0)
    return (
      Socket(file: Socket.FileDescriptor(rawValue: files[0])),
      Socket(file: Socket.FileDescriptor(rawValue: files[1]))
    )
  }

  /// Waits until so many connections wait.
  private func wait(for count: Int) async {
    while silent.count != count { await Task.yield() }
  }

  @Test(arguments: [Socket.Events.read, .write])
  func ofThoseThatWaitTheOldestIsClosedWhenThereAreTooMany(_ events: Socket.Events) async throws {
    let pool = StudioConnections(silent)
    let pairs = try (0...StudioConnections.mostWaiting).map { _ in try Self.pair() }
    defer { for pair in pairs { for socket in [pair.0, pair.1] { try? socket.close() } } }
    var tasks: [Task<Void, any Error>] = []
    for (number, pair) in pairs.enumerated() {
      let socket = pair.0
      tasks.append(Task { try await pool.suspendSocket(socket, untilReadyFor: events) })
      await wait(for: min(number + 1, StudioConnections.mostWaiting))
      if number == StudioConnections.mostWaiting {
        await #expect(throws: (any Error).self) { try await tasks[0].value }
      }
    }
    for task in tasks { task.cancel() }
    await wait(for: 0)
  }

  @Test func aBrowserThatWasLetInMayBeSlow() async throws {
    let pool = StudioConnections(silent)
    let pairs = try (0...StudioConnections.mostWaiting).map { _ in try Self.pair() }
    defer { for pair in pairs { for socket in [pair.0, pair.1] { try? socket.close() } } }
    let browser = pairs[0].0
    let reading = StudioConnections.$isLetIn.withValue(true) {
      Task { try await pool.suspendSocket(browser, untilReadyFor: .read) }
    }
    await wait(for: 1)
    let tasks = pairs.map { pair in
      let socket = pair.0
      return Task { try await pool.suspendSocket(socket, untilReadyFor: .write) }
    }
    await wait(for: pairs.count + 1)
    for task in tasks + [reading] { task.cancel() }
    await wait(for: 0)
  }
}
