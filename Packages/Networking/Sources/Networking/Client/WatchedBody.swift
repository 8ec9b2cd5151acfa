import Foundation
import Synchronization

/// A body that is still arriving; it runs a closure at its end and can be cancelled.
final class WatchedBody: ResponseBody.Source {
  private typealias Step = Task<Result<Data?, NetworkError>, Never>

  private struct State {
    /// The source of the bytes; `nil` after cancellation, which ends the transfer.
    var source: (any ResponseBody.Source)?
    var metrics = TransferMetrics()
    var step: Step?
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let onEnd: @Sendable () async -> Void
  private let onDrop: @Sendable () -> Void

  /// Makes a watched body.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - onEnd: Called when the body ends, with success or with an error, before its reader is told.
  ///   - onDrop: Called instead if the body is dropped before its end.
  init(
    _ source: any ResponseBody.Source, onEnd: @escaping @Sendable () async -> Void,
    onDrop: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(source: source))
    self.onEnd = onEnd
    self.onDrop = onDrop
  }

  deinit {
    if !state.withLock({ $0.hasEnded }) { onDrop() }
  }

  var metrics: TransferMetrics { state.withLock { $0.source?.metrics ?? $0.metrics } }

  /// Cancels the body; its reader fails with ``NetworkError/Code/cancelled``.
  func cancel() {
    let (source, step) = state.withLock { state in
      if let source = state.source { state.metrics = source.metrics }
      return (state.source.take(), state.step)
    }
    step?.cancel()
    _ = source
  }

  func next() async throws(NetworkError) -> Data? {
    let step: Step? = state.withLock { state in
      guard let source = state.source else { return nil }
      // The read runs in its own task, so that `cancel()` can cancel it.
      let step = Task { @concurrent in
        await Result(of: { () async throws(NetworkError) in try await source.next() })
      }
      state.step = step
      return step
    }
    guard let step else {
      await end()
      throw .cancelled
    }
    let result = await step.valueOrCancel
    state.withLock { $0.step = nil }
    if case .success(.some(let chunk)) = result { return chunk }
    await end()
    return try result.get()
  }

  private func end() async {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    if isFirst { await onEnd() }
  }
}

extension Answer {
  /// Returns the answer with a watched body; a body that is already in memory stays unchanged.
  func watched(by watch: (any ResponseBody.Source) -> WatchedBody) -> Answer {
    guard let source = stream.body.source else { return self }
    return Answer(
      stream: ResponseStream(head: head, body: ResponseBody(watch(source))), request: request,
      isRedirected: isRedirected, source: self.source)
  }
}
