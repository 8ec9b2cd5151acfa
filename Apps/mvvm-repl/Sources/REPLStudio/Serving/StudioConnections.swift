import FlyingSocks
import Foundation
import Synchronization

/// A socket pool that limits the connections which wait for a request, or to be rid of an answer.
///
/// Each of them costs a descriptor of the program and needs no token. When one more than ``mostWaiting`` waits, the one
/// that has waited longest is closed; browsers that have been let in do not count. A child process inherits none of them.
final class StudioConnections: AsyncSocketPool {
  /// The number of connections that may wait without having been let in.
  static let mostWaiting = 64
  /// Whether the task reads the messages of a browser that has been let in.
  @TaskLocal static var isLetIn = false

  private struct Waiting {
    /// The descriptors of the browsers that have been let in.
    var letIn: Set<Socket.FileDescriptor.RawValue> = []
    var count = 0
    var turns: [(number: Int, task: Task<Void, any Error>)] = []
  }

  private let pool: any AsyncSocketPool
  private let waiting = Mutex(Waiting())

  init(_ pool: any AsyncSocketPool) { self.pool = pool }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    // The socket that listens has nobody at its other end.
    guard !isLetIn(socket.file.rawValue, events), (try? socket.remotePeer()) != nil else {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
    let task = Task { [pool] in try await pool.suspendSocket(socket, untilReadyFor: events) }
    let (number, oldest) = waiting.withLock { waiting in
      waiting.count += 1
      waiting.turns.append((waiting.count, task))
      let isFull = waiting.turns.count > Self.mostWaiting
      return (waiting.count, isFull ? waiting.turns.removeFirst().task : nil)
    }
    oldest?.cancel()
    defer { waiting.withLock { $0.turns.removeAll { $0.number == number } } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Whether a connection is that of a browser that has been let in.
  private func isLetIn(_ file: Socket.FileDescriptor.RawValue, _ events: Socket.Events) -> Bool {
    waiting.withLock { waiting in
      if Self.isLetIn {
        waiting.letIn.insert(file)
      } else if events.contains(.read) {
        // A new connection, which begins with a request, may have the descriptor of one that has ended.
        waiting.letIn.remove(file)
      }
      return waiting.letIn.contains(file)
    }
  }
}
