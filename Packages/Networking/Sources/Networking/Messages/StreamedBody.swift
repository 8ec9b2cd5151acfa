import Foundation
import Synchronization

/// The bytes of a body that are made while they are sent; two are equal when they are the same one.
struct StreamedBody: Sendable, Hashable {
  /// The length in bytes, if it is known before.
  let length: Int64?
  /// Iterates again, and puts each chunk into the feed.
  let begin: @Sendable (BodyFeed) async throws -> Void
  private let id = UUID()

  static func == (left: StreamedBody, right: StreamedBody) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// One chunk at a time between the task that makes a body and the transport that sends it.
///
/// The task waits until its chunk is taken (back-pressure); the transport is told when there is more.
final class BodyFeed: Sendable {
  enum Portion {
    case bytes(Int)
    /// There is nothing yet.
    case later
    case end
    case failure(any Error)
  }

  private struct State {
    var chunk = Data()
    var outcome: Result<Void, any Error>?
    /// Whether the transport has found nothing and waits to be told.
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let taken = WakeUp()
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let onMore: @Sendable () -> Void

  init(_ body: StreamedBody, onMore: @escaping @Sendable () -> Void) {
    self.onMore = onMore
    let work = Task { @concurrent [self] in
      do {
        try await body.begin(self)
        finish(.success(()))
      } catch {
        finish(.failure(error))
      }
    }
    task.withLock { $0 = work }
  }

  /// Hands a chunk over and waits until all of it is taken.
  ///
  /// - Throws: `CancellationError` once nobody wants the body any more.
  func put(_ chunk: Data) async throws {
    guard !chunk.isEmpty else { return }
    change { if $0.outcome == nil { $0.chunk = chunk } }
    guard await taken.wait() else { throw CancellationError() }
  }

  /// Takes what there is, as far as it fits.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Portion {
    let (portion, isTaken) = state.withLock { state -> (Portion, Bool) in
      guard !state.chunk.isEmpty else {
        switch state.outcome {
        case .success: return (.end, false)
        case .failure(let error): return (.failure(error), false)
        case nil:
          state.isAwaited = true
          return (.later, false)
        }
      }
      let count = unsafe state.chunk.copyBytes(to: buffer)
      state.chunk = state.chunk.dropFirst(count)
      return (.bytes(count), state.chunk.isEmpty)
    }
    if isTaken { taken.raise() }
    return portion
  }

  /// Ends the making of a body that nobody wants any more.
  func cancel() {
    task.withLock { $0 }?.cancel()
    finish(.failure(CancellationError()))
    taken.finish()
  }

  private func finish(_ outcome: Result<Void, any Error>) {
    change { if $0.outcome == nil { $0.outcome = outcome } }
  }

  /// Changes the state, and tells a transport that waits for a change.
  private func change(_ body: (inout State) -> Void) {
    let isAwaited = state.withLock { state in
      body(&state)
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if isAwaited { onMore() }
  }
}
