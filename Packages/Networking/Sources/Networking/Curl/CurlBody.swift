import Foundation

/// The reading end of a transfer: stops the transfer when it is cancelled or dropped.
final class CurlBody: ResponseBody.Source {
  private let transfer: CurlTransfer
  private let loop: CurlLoop
  /// Keeps the loop's thread running while a body is being read.
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

  /// Waits; a cancelled task stops the transfer, whose end is waited for then.
  private func wait(for need: CurlChannel.Need) async {
    // An answer that is here already, such as a short body with its head, cannot be cancelled.
    guard !transfer.channel.has(need) else { return }
    await withTaskCancellationHandler {
      await transfer.channel.wait(for: need)
    } onCancel: {
      loop.cancel(transfer)
    }
  }
}
