import FlyingSocks
import Foundation

@testable import REPLStudio

/// A pool of sockets that ends with an error of the system when it is told to, and the server with it.
final class BreakingPool: AsyncSocketPool {
  private let pool: any AsyncSocketPool = StudioPool()
  private let breaks: AsyncStream<Void>
  private let ending: AsyncStream<Void>.Continuation

  init() { (breaks, ending) = AsyncStream.makeStream() }

  func end() { ending.finish() }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [pool] in try await pool.run() }
      group.addTask { [breaks] in
        for await _ in breaks {}
        throw SocketError.failed(type: "Accept", errno: EMFILE, message: "Too many open files")
      }
      try await group.next()
    }
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
