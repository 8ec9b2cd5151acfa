import Synchronization

/// Lets the task of a transfer pass, or holds it until it is opened again.
///
/// A gate says nothing about what a body is, so any two count as equal.
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

  /// Has the transport told, from now on, when the gate opens; an attempt takes the place of the one before.
  func onOpen(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onOpen = action }
  }

  /// Returns once the gate is open, for each task that waits.
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

/// A flag that one task waits for; raised several times before the task looks, it wakes it once.
final class WakeUp: Sendable {
  private let flags: AsyncStream<Void>
  private let flag: AsyncStream<Void>.Continuation

  init() {
    (flags, flag) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func raise() { flag.yield() }

  /// No flag is raised any more.
  func finish() { flag.finish() }

  /// Returns true once the flag was raised, and false when it never will be, or the task is cancelled.
  func wait() async -> Bool {
    var iterator = flags.makeAsyncIterator()
    return await iterator.next() != nil
  }
}
