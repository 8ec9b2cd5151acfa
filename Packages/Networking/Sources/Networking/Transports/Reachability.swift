import Foundation
import Synchronization

/// The availability and the kind of the network.
///
/// ```swift
/// for await status in reachability.updates() { isOnline = status.isReachable }
/// ```
public protocol Reachability: Sendable {
  /// The current state.
  var status: ReachabilityStatus { get }
  /// Returns the current state, then each new state; the stream ends when its reader stops or this object is released.
  func updates() -> AsyncStream<ReachabilityStatus>
}

/// The states of a network.
public enum ReachabilityStatus: String, Sendable, Hashable, CaseIterable {
  /// The state has not been read yet.
  case unknown
  /// There is no network.
  case notReachable
  /// The network is a cellular network.
  case cellular
  /// The network is Wi-Fi or wired.
  case wifi

  /// Whether there is a network; `unknown` counts as no network.
  public var isReachable: Bool { self == .cellular || self == .wifi }
}

/// A network state that is set by code: from a prompt, a test or a platform's own monitor.
///
/// ```swift
/// let reachability = ReachabilitySimulator()
/// reachability.status = .notReachable
/// ```
public final class ReachabilitySimulator: Reachability {
  private struct State {
    var status: ReachabilityStatus
    var readers: [UUID: AsyncStream<ReachabilityStatus>.Continuation] = [:]
  }

  private let state: Mutex<State>

  /// Makes a simulator with a state, Wi-Fi by default.
  public init(_ status: ReachabilityStatus = .wifi) {
    state = Mutex(State(status: status))
  }

  deinit {
    for reader in state.withLock({ $0.readers.values }) { reader.finish() }
  }

  /// The current state; setting another state notifies every reader.
  public var status: ReachabilityStatus {
    get { state.withLock { $0.status } }
    set {
      // Readers are notified under the lock, so that all see the same order; `yield` only enqueues.
      state.withLock { state in
        guard state.status != newValue else { return }
        state.status = newValue
        for reader in state.readers.values { reader.yield(newValue) }
      }
    }
  }

  /// Returns the current state, then each new state.
  public func updates() -> AsyncStream<ReachabilityStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: ReachabilityStatus.self)
    let reader = UUID()
    state.withLock { state in
      state.readers[reader] = continuation
      continuation.yield(state.status)
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.readers.removeValue(forKey: reader) }
    }
    return stream
  }
}
