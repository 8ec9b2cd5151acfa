import Synchronization

/// A gate that suspends the task of a transfer while it is closed.
///
/// All gates compare as equal, because a gate is not part of a request's content.
final class TransferGate: Sendable, Hashable {
  static func == (left: TransferGate, right: TransferGate) -> Bool { true }
  func hash(into hasher: inout Hasher) {}

  private struct State {
    var isClosed = false
    /// The waits that end when the gate opens.
    var waits: [AsyncStream<Void>.Continuation] = []
    var onOpen: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { $0.isClosed = true }
  }

  func open() {
    let (waits, onOpen) = state.withLock { state in
      state.isClosed = false
      defer { state.waits = [] }
      return (state.waits, state.onOpen)
    }
    for wait in waits { wait.finish() }
    onOpen?()
  }

  /// Sets the transport's callback for the opening of the gate; it replaces the callback of the previous attempt.
  func onOpen(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onOpen = action }
  }

  /// Waits until the gate is open; any number of tasks may wait.
  func pass() async throws(NetworkError) {
    while !Task.isCancelled {
      let (opening, wait) = AsyncStream.makeStream(of: Void.self)
      let isOpen = state.withLock { state in
        if state.isClosed { state.waits.append(wait) }
        return !state.isClosed
      }
      if isOpen { return }
      for await _ in opening {}
    }
    throw .cancelled
  }
}

/// A flag that one task waits for; if it is raised several times before the task checks it, the task wakes only once.
final class WakeUp: Sendable {
  private let flags: AsyncStream<Void>
  private let flag: AsyncStream<Void>.Continuation

  init() {
    (flags, flag) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func raise() { flag.yield() }

  /// Ends the flag; it can no longer be raised.
  func finish() { flag.finish() }

  /// Waits for the flag; returns false if it has ended or the task is cancelled.
  func wait() async -> Bool {
    var iterator = flags.makeAsyncIterator()
    return await iterator.next() != nil
  }
}
