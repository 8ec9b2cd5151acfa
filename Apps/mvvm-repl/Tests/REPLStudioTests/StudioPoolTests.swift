import FlyingSocks
import Foundation
import Testing

@testable import REPLStudio

/// Sockets that wait with Dispatch.
@Suite(.timeLimit(.minutes(10))) struct StudioPoolTests {
  private let pool = StudioPool()

  /// Runs a body with two sockets that are connected to each other.
  private func withPair(_ body: (AsyncSocket, AsyncSocket) async throws -> Void) async throws {
    var files: [Int32] = [-1, -1]
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    try #require(unsafe socketpair(AF_UNIX, type, 0, &files) == 0)
    let pair = try files.map {
      try AsyncSocket(socket: Socket(file: Socket.FileDescriptor(rawValue: $0)), pool: pool)
    }
    defer { for socket in pair { try? socket.close() } }
    try await body(pair[0], pair[1])
  }

  @Test func whatIsSentArrivesThoughNothingFitsAtOnce() async throws {
    try await withPair { one, other in
      let bytes = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      async let sent: Void = one.write(bytes)
      #expect(try await Data(other.read(bytes: bytes.count)) == bytes)
      try await sent
    }
  }

  @Test func oneSocketWaitsForBothAtOnce() async throws {
    try await withPair { one, other in
      async let first = one.read()
      let bytes = Data(count: 1_000_000)
      async let sent: Void = one.write(bytes)
      try await other.write(Data([9]))
      #expect(try await first == 9)
      _ = try await other.read(bytes: bytes.count)
      try await sent
    }
  }

  @Test func theEndOfTheOtherSideIsSeen() async throws {
    try await withPair { one, other in
      let first = Task { try await one.read() }
      other.socket.endWriting()
      await #expect(throws: SocketError.self) { try await first.value }
    }
  }

  @Test func aWaitEndsWithItsTaskWheneverThatIsCancelled() async throws {
    try await withPair { one, _ in
      for round in 0..<500 {
        let task = Task { try await one.read() }
        for _ in 0..<(round % 5) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
  }
}
