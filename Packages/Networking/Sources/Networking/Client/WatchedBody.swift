import Foundation
import Synchronization

/// A body that arrives, with what has to be done at its end, and a way to end it early.
final class WatchedBody: ResponseBody.Source {
  private typealias Step = Task<Result<Data?, NetworkError>, Never>

  private struct State {
    /// Nothing once it was cancelled, which ends the transfer.
    var source: (any ResponseBody.Source)?
    var metrics = TransferMetrics()
    var step: Step?
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let onEnd: @Sendable () async -> Void
  private let onDrop: @Sendable () -> Void

  /// Watches a source.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - onEnd: Run when the body ends, in good order or not, before its reader learns of it.
  ///   - onDrop: Run instead when it is dropped before.
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

  /// Ends it; a reader fails with ``NetworkError/Code/cancelled``.
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
      // A task of its own, so that it can be cancelled from elsewhere.
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
  /// The answer with a body that is watched, unless that is here already.
  func watched(by watch: (any ResponseBody.Source) -> WatchedBody) -> Answer {
    guard let source = stream.body.source else { return self }
    return Answer(
      stream: ResponseStream(head: head, body: ResponseBody(watch(source))), request: request,
      isRedirected: isRedirected, source: self.source)
  }
}
