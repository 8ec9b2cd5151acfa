import Foundation
import Synchronization

/// A body whose bytes are produced while they are sent; two bodies are equal only if they have the same identity.
struct StreamedBody: Sendable, Hashable {
  /// The length in bytes, or `nil` if it is unknown.
  let length: Int64?
  /// Starts a new iteration, which puts each chunk into the feed.
  let begin: @Sendable (BodyFeed) async throws -> Void
  private let isRepeatable: Bool
  private let state = State()
  private let id = UUID()

  private final class State: Sendable { let hasBegun = Atomic(false) }

  init(
    length: Int64?, isRepeatable: Bool, begin: @escaping @Sendable (BodyFeed) async throws -> Void
  ) {
    (self.length, self.isRepeatable, self.begin) = (length, isRepeatable, begin)
  }

  /// Whether another iteration would have only the rest of the stream, or nothing.
  var isSpent: Bool { !isRepeatable && state.hasBegun.load(ordering: .acquiring) }

  /// Records an iteration; returns false if there was one before that cannot be repeated.
  func mayBegin() -> Bool {
    !state.hasBegun.exchange(true, ordering: .acquiringAndReleasing) || isRepeatable
  }

  static func == (left: StreamedBody, right: StreamedBody) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A channel for one chunk at a time, from the task that produces a body to the transport that sends it.
///
/// The task waits until its chunk is taken (back-pressure); the transport is notified when there is more.
final class BodyFeed: Sendable {
  enum Portion {
    case bytes(Int)
    /// No bytes are available yet.
    case later
    case end
    case failure(any Error)
  }

  private struct State {
    var chunk = Data()
    var outcome: Result<Void, any Error>?
    /// Whether the transport found no bytes and waits for a notification.
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

  /// Passes a chunk to the transport and waits until it is taken completely.
  ///
  /// - Throws: `CancellationError` if the body is no longer needed.
  func put(_ chunk: Data) async throws {
    guard !chunk.isEmpty else { return try Task.checkCancellation() }
    change { if $0.outcome == nil { $0.chunk = chunk } }
    guard await taken.wait() else { throw CancellationError() }
  }

  /// Takes the available bytes, as far as they fit into the buffer.
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

  /// Cancels the production of a body that is no longer needed.
  func cancel() {
    task.withLock { $0 }?.cancel()
    finish(.failure(CancellationError()))
    taken.finish()
  }

  private func finish(_ outcome: Result<Void, any Error>) {
    change { if $0.outcome == nil { $0.outcome = outcome } }
  }

  /// Changes the state and notifies a waiting transport.
  private func change(_ body: (inout State) -> Void) {
    let isAwaited = state.withLock { state in
      body(&state)
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if isAwaited { onMore() }
  }
}
