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
    if !transfer.channel.isFinished { loop.send(.cancel(transfer)) }
  }

  var metrics: TransferMetrics { transfer.channel.metrics }

  func head() async throws(NetworkError) -> ResponseHead {
    try await cancellable(.head) { () async throws(NetworkError) in
      try await transfer.channel.head()
    }
  }

  func next() async throws(NetworkError) -> Data? {
    let (data, resumes) = try await cancellable(.chunk) { () async throws(NetworkError) in
      try await transfer.channel.chunk()
    }
    if resumes { loop.send(.resume(transfer)) }
    return data
  }

  func collect() async throws(NetworkError) -> Data {
    if transfer.channel.startCollecting() { loop.send(.resume(transfer)) }
    return try await cancellable(.end) { () async throws(NetworkError) in
      try await transfer.channel.end()
    }
  }

  /// Runs a wait that a cancelled task ends by stopping the transfer.
  private func cancellable<Value: Sendable>(
    _ need: CurlChannel.Need, _ wait: () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    // An answer that is here already, such as a short body with its head, cannot be cancelled.
    if transfer.channel.has(need) { return try await wait() }
    let result: Result<Value, NetworkError> = await withTaskCancellationHandler {
      do throws(NetworkError) {
        return .success(try await wait())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      loop.send(.cancel(transfer))
    }
    return try result.get()
  }
}
