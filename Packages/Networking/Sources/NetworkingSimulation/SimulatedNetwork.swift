import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// The conditions of a simulated network.
///
/// ```swift
/// var conditions = NetworkConditions.slow
/// conditions.failureRate = 0.25
/// ```
public struct NetworkConditions: Sendable, Hashable {
  /// The kind of a simulated failure.
  public enum Failure: Sendable, Hashable {
    /// A response with this status and no body.
    case status(HTTPResponse.Status)
    /// A connection that breaks before the response.
    case connectionLost
  }

  /// The delay before each response.
  public var delay: Duration
  /// The body speed in bytes per second; `nil` for no limit.
  public var bytesPerSecond: Int?
  /// The share of failing requests, from 0 to 1.
  public var failureRate: Double
  /// The kind of failure.
  public var failure: Failure
  /// Whether there is no network.
  public var isOffline: Bool

  /// Makes conditions; by default those of a good network.
  public init(
    delay: Duration = .zero, bytesPerSecond: Int? = nil, failureRate: Double = 0,
    failure: Failure = .status(500), isOffline: Bool = false
  ) {
    self.delay = delay
    self.bytesPerSecond = bytesPerSecond
    self.failureRate = failureRate
    self.failure = failure
    self.isOffline = isOffline
  }

  /// Conditions that change nothing.
  public static let good = NetworkConditions()
  /// A delay of 400 ms before each response, and 32 kB per second.
  public static let slow = NetworkConditions(delay: .milliseconds(400), bytesPerSecond: 32_000)
  /// Conditions without a network.
  public static let offline = NetworkConditions(isOffline: true)
  /// Conditions in which a share of the requests fails with status 500.
  public static func flaky(_ rate: Double = 0.25) -> NetworkConditions {
    NetworkConditions(failureRate: rate)
  }
}

/// A transport wrapper that makes another transport slow, unreliable or unreachable; it can be changed at run time.
///
/// Which requests fail depends on the seed, the path and the number of earlier requests to that path under a failure
/// rate. The order of different paths does not matter, so a demonstration always runs the same way.
///
/// ```swift
/// let network = SimulatedNetwork(CurlTransport(), conditions: .flaky(0.25), seed: 7)
/// network.conditions = .offline
/// network.setConditions(.slow, for: "/posts/{id}")
/// ```
public final class SimulatedNetwork: Transport {
  private struct State {
    var conditions: NetworkConditions
    var special: [(pattern: PathPattern, conditions: NetworkConditions)] = []
    var randoms: [String: SeededRandom] = [:]
  }

  private let base: any Transport
  private let clock: any Clock<Duration>
  private let seed: UInt64
  private let reachability: (any Reachability)?
  private let state: Mutex<State>

  /// Makes a simulated network over a transport.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the requests.
  ///   - conditions: The initial conditions.
  ///   - seed: The seed that decides which requests fail.
  ///   - reachability: An additional network state; while it is not reachable, requests fail.
  ///   - clock: The clock for the delays.
  public init(
    _ base: any Transport, conditions: NetworkConditions = .good, seed: UInt64 = 1,
    reachability: (any Reachability)? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.clock = clock
    self.seed = seed
    self.reachability = reachability
    state = Mutex(State(conditions: conditions))
  }

  /// The conditions of all paths without special conditions.
  public var conditions: NetworkConditions {
    get { state.withLock { $0.conditions } }
    set { state.withLock { $0.conditions = newValue } }
  }

  /// Sets special conditions for the paths of a pattern; `nil` removes them.
  public func setConditions(_ conditions: NetworkConditions?, for pattern: String) {
    let pattern = PathPattern(pattern)
    state.withLock { state in
      state.special.removeAll { $0.pattern == pattern }
      if let conditions { state.special.append((pattern, conditions)) }
    }
  }

  /// Sends a request under the conditions of its path.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    let (conditions, fails) = draw(request.path)
    guard !conditions.isOffline, reachability?.status != .notReachable else {
      throw NetworkError(
        .offline, "There is no network; switch it on or use what is cached.",
        request: request.summary)
    }
    try await sleep(conditions.delay, request)
    guard fails else {
      let stream = try await base.stream(request)
      guard let speed = conditions.bytesPerSecond else { return stream }
      let body = ThrottledBody(stream.body, bytesPerSecond: max(1, speed), clock: clock)
      return ResponseStream(head: stream.head, body: ResponseBody(body))
    }
    switch conditions.failure {
    case .connectionLost:
      throw NetworkError(
        .connectionLost, "The simulated network broke the connection; try again.",
        request: request.summary, attempts: 1)
    case .status(let status):
      try request.check()
      return ResponseStream(
        head: ResponseHead(status: status, url: try request.url), body: ResponseBody(Data()))
    }
  }

  private func draw(_ path: String) -> (NetworkConditions, fails: Bool) {
    state.withLock { state in
      let conditions =
        state.special.first { $0.pattern.matches(path) }?.conditions ?? state.conditions
      guard conditions.failureRate > 0 else { return (conditions, false) }
      var random = state.randoms[path] ?? SeededRandom(seed: seed ^ Self.hash(path))
      let fails = Double.random(in: 0..<1, using: &random) < conditions.failureRate
      state.randoms[path] = random
      return (conditions, fails)
    }
  }

  private func sleep(_ duration: Duration, _ request: Request) async throws(NetworkError) {
    guard duration > .zero else { return }
    do {
      try await clock.sleep(for: duration.bounded)
    } catch {
      throw NetworkError.cancelled.of(request)
    }
  }

  /// Returns the FNV-1a hash, because `Hasher` differs between runs.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Passes a body on in small pieces with delays in between.
private final class ThrottledBody: ResponseBody.Source {
  private struct State {
    var iterator: ResponseBody.Iterator
    var rest = Data()
  }

  private let body: ResponseBody
  private let state: Mutex<State>
  private let bytesPerSecond: Int
  private let clock: any Clock<Duration>

  init(_ body: ResponseBody, bytesPerSecond: Int, clock: any Clock<Duration>) {
    self.body = body
    self.bytesPerSecond = bytesPerSecond
    self.clock = clock
    state = Mutex(State(iterator: body.makeAsyncIterator()))
  }

  var metrics: TransferMetrics { body.metrics }

  func next() async throws(NetworkError) -> Data? {
    // Only one task reads at a time, so the state does not change between the two locks.
    var current = state.withLock { $0 }
    if current.rest.isEmpty, let chunk = try await current.iterator.next() { current.rest = chunk }
    guard !current.rest.isEmpty else { return nil }
    let piece = current.rest.prefix(max(1, bytesPerSecond / 10))
    current.rest = current.rest.dropFirst(piece.count)
    let result = current
    state.withLock { $0 = result }
    do {
      try await clock.sleep(for: .seconds(1) * piece.count / bytesPerSecond)
    } catch {
      throw .cancelled
    }
    return Data(piece)
  }
}
