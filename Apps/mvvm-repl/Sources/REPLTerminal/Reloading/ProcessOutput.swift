import Foundation

/// The output of a process, errors too, up to its end.
struct ProcessOutput {
  private let reader: FileHandle
  private let ended: AsyncStream<Int32>

  /// Takes over the output of a process that has not started yet.
  init(of process: Process) {
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    reader = pipe.fileHandleForReading
    ended = AsyncStream<Int32> { continuation in
      process.terminationHandler = { process in
        continuation.yield(process.terminationStatus)
        continuation.finish()
      }
    }
  }

  /// Waits until the process, which has started, has ended; `note` takes each piece of the text on another thread.
  func text(note: @escaping @Sendable (Data) -> Void = { _ in }) async -> (status: Int32, String) {
    let reader = reader
    let text = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var data = Data()
        while case let piece = reader.availableData, !piece.isEmpty {
          data += piece
          note(piece)
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
    var status: Int32 = -1
    for await value in ended { status = value }
    return (status, text)
  }
}
