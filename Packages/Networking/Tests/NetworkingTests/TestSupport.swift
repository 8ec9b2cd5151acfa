import Foundation
public import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// A client with a fixture transport and a clock that ends every sleep at once.
struct FixtureClient {
  let transport = FixtureTransport()
  let clock = TestClock()
  let client: Client

  init(_ configure: (inout Client.Configuration) -> Void = { _ in }) throws(NetworkError) {
    var configuration = Client.Configuration()
    configuration.clock = clock
    configuration.random = { 0.5 }
    configure(&configuration)
    client = try Client("http://fixture", transport: transport, configuration: configuration)
  }
}

/// A counter that several tasks of a test can increment.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  @discardableResult
  func add() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  var value: Int { count.load(ordering: .relaxed) }
}

/// A time of day that tests advance.
final class TimeOfDay: Sendable {
  private let offset = Mutex<TimeInterval>(0)
  var now: Date { offset.withLock { Date(timeIntervalSince1970: 1_000_000 + $0) } }
  func pass(_ seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}

/// A latch at which tasks wait until the test opens it; the test can wait for tasks to arrive.
actor Latch {
  private var isOpen = false
  private var arrived = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(Int, CheckedContinuation<Void, Never>)] = []

  func wait() async {
    arrived += 1
    let count = arrived
    for (wanted, watcher) in watchers where wanted <= count { watcher.resume() }
    watchers.removeAll { $0.0 <= count }
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func arrivals(_ count: Int) async {
    guard arrived < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}

/// Header names as string literals, written as in HTTP.
extension HTTPField.Name: @retroactive ExpressibleByStringLiteral {
  /// Creates a name from a literal, which must be valid.
  public init(stringLiteral name: String) {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is not a header") }
    self = name
  }
}

extension Response {
  static func answer(
    _ request: Request, status: HTTPResponse.Status = 200, headers: HTTPFields = [:],
    _ text: String = ""
  ) throws(NetworkError) -> Response {
    Response(
      head: ResponseHead(status: status, headers: headers, url: try request.url),
      data: Data(text.utf8))
  }
}

/// Returns the error of some work, which must be a network error.
func networkError(
  _ work: () async throws -> some Any, _ location: SourceLocation = #_sourceLocation
) async -> NetworkError? {
  await #expect(throws: NetworkError.self, sourceLocation: location) { _ = try await work() }
}

/// Returns the error that a sequence throws instead of its next element; `nil` for an element or the end.
func error<Iterator: AsyncIteratorProtocol>(
  of iterator: inout Iterator, isolation: isolated (any Actor)? = #isolation
) async -> (any Error)? {
  do {
    _ = try await iterator.next(isolation: isolation)
    return nil
  } catch {
    return error
  }
}

/// Returns the next element of a sequence; `nil` at its end.
func next<Iterator: AsyncIteratorProtocol>(
  of iterator: inout Iterator, isolation: isolated (any Actor)? = #isolation
) async throws -> Iterator.Element? {
  try await iterator.next(isolation: isolation)
}

/// A body that sends one chunk and then neither data nor an end.
struct Silent: AsyncSequence {
  struct AsyncIterator: AsyncIteratorProtocol {
    let never = AsyncStream.makeStream(of: Void.self)
    var hasBegun = false
    mutating func next() async throws -> Data? {
      guard hasBegun else {
        hasBegun = true
        return Data("hello".utf8)
      }
      for await _ in never.stream {}
      return nil
    }
  }
  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// Waits until enough low descriptors are free for a connection to get one, whatever other tests open meanwhile.
///
/// libcurl reports only for sockets below `FD_SETSIZE` whether it waits for them.
func descriptorsAreLow() async {
  while true {
    let descriptors = (0..<128).map { _ in dup(2) }
    defer { for descriptor in descriptors { close(descriptor) } }
    if descriptors.allSatisfy({ (0..<1024).contains($0) }) { return }
    await Task.yield()
  }
}

/// Sends a request again, at most five times, if it times out: a connection with a high descriptor meets the idle
/// limit, and connections of other tests may cause one at any time.
func withLowDescriptors<Result>(_ send: () async throws -> Result) async throws -> Result {
  for _ in 0..<5 {
    await descriptorsAreLow()
    do { return try await send() } catch let error as NetworkError where error.code == .timedOut {}
  }
  await descriptorsAreLow()
  return try await send()
}
