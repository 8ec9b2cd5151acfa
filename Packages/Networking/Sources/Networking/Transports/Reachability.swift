import Foundation
import Synchronization

/// Whether there is a network, and of what kind.
///
/// ```swift
/// for await status in reachability.updates() { isOnline = status.isReachable }
/// ```
public protocol Reachability: Sendable {
  /// The present state.
  var status: ReachabilityStatus { get }
  /// The present state, then each different one; ends when the reader stops.
  func updates() -> AsyncStream<ReachabilityStatus>
}

/// The states of a network.
public enum ReachabilityStatus: String, Sendable, Hashable, CaseIterable {
  /// Nobody has looked yet.
  case unknown
  /// There is none.
  case notReachable
  /// Over a phone network.
  case cellular
  /// Over Wi-Fi or a cable.
  case wifi

  /// Whether there is a network; not known counts as none.
  public var isReachable: Bool { self == .cellular || self == .wifi }
}

/// A network state that is set by hand: from a prompt, a test or a platform's own monitor.
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

  /// Makes a network in a state, Wi-Fi by default.
  public init(_ status: ReachabilityStatus = .wifi) {
    state = Mutex(State(status: status))
  }

  /// The present state; setting another tells every reader.
  public var status: ReachabilityStatus {
    get { state.withLock { $0.status } }
    set {
      // Told under the lock, so that every reader sees the same order; a yield only enqueues.
      state.withLock { state in
        guard state.status != newValue else { return }
        state.status = newValue
        for reader in state.readers.values { reader.yield(newValue) }
      }
    }
  }

  /// The present state, then each different one.
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
