import Foundation

/// The reader's end of a transfer; it cancels the transfer when the reader is cancelled or dropped.
final class CurlBody: ResponseBody.Source {
  private let transfer: CurlTransfer
  private let loop: CurlLoop
  /// The strong reference keeps the loop's thread running while a body is read.
  private let transport: CurlTransport

  init(transfer: CurlTransfer, transport: CurlTransport, loop: CurlLoop) {
    self.transfer = transfer
    self.transport = transport
    self.loop = loop
  }

  deinit {
    if !transfer.channel.isFinished { loop.cancel(transfer) }
  }

  var metrics: TransferMetrics { transfer.channel.metrics }

  func head() async throws(NetworkError) -> ResponseHead {
    await wait(for: .head)
    return try transfer.channel.head()
  }

  func next() async throws(NetworkError) -> Data? {
    await wait(for: .chunk)
    let (data, resumes) = try transfer.channel.chunk()
    if resumes { loop.resume(transfer) }
    return data
  }

  /// Waits for data; cancelling the task stops the transfer, and the wait lasts until the transfer has stopped.
  private func wait(for need: CurlChannel.Need) async {
    // A body that has arrived as a whole cannot be cancelled any more; one that goes on arriving is.
    guard Task.isCancelled || !transfer.channel.has(need) else { return }
    await withTaskCancellationHandler {
      await transfer.channel.wait(for: need)
    } onCancel: {
      loop.cancel(transfer)
    }
  }
}
