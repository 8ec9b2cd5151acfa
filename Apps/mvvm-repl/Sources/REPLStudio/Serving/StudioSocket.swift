import FlyingFox
import Foundation

/// A connection of the protocol: texts both ways, the pace of writing set by the one who reads.
struct StudioSocket: WSHandler {
  let welcome: @MainActor @Sendable () -> StudioGuest?

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    guard let guest = await welcome() else {
      let full = StudioFull()
      return AsyncStream { await full.next() }
    }
    let reader = Task {
      await StudioConnections.$isLetIn.withValue(true) { await Self.read(client, for: guest) }
    }
    return AsyncStream {
      let frame = await guest.nextFrame()
      if frame == nil { reader.cancel() }
      return frame
    } onCancel: {
      reader.cancel()
      Task { @MainActor in guest.close() }
    }
  }

  /// Reads messages, one at a time, until the connection ends.
  private static func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>, for guest: StudioGuest
  ) async {
    var reader = StudioFrames()
    do {
      for try await frame in client {
        switch reader.take(frame) {
        case .nothing: continue
        case .text(let text): await guest.take(text)
        case .answer(let frame): await guest.answer(frame)
        case .end(let code): return await guest.close(.close(code: code))
        }
      }
    } catch {
      // The connection has ended in the middle of a frame.
    }
    await guest.close()
  }
}

/// The only frame for a browser that is one too many.
private actor StudioFull {
  private var frames = [WSFrame.close(code: .tryAgainLater)]

  func next() -> WSFrame? { frames.popLast() }
}
