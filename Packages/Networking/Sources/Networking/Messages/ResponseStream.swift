public import Foundation

/// A response whose body is still arriving.
///
/// ```swift
/// let stream = try await transport.stream(request)
/// for try await chunk in stream.body { count += chunk.count }
/// ```
public struct ResponseStream: Sendable {
  /// Status, headers and address.
  public var head: ResponseHead
  /// The body, to be read once.
  public var body: ResponseBody

  /// Makes a stream.
  public init(head: ResponseHead, body: ResponseBody) {
    self.head = head
    self.body = body
  }

  /// Reads the rest into memory, or throws what ended the transfer, such as ``NetworkError/Code/connectionLost``.
  public func collect() async throws(NetworkError) -> Response {
    let data = try await body.collect()
    return Response(head: head, data: data, metrics: body.metrics)
  }
}

/// The body of a response as it arrives: chunks of decompressed bytes, read once, by one reader.
///
/// A slow reader holds the server back (the transfer pauses); dropping the body stops the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// Where the bytes of a live body come from; a transport or a wrapper of one implements it.
  public protocol Source: AnyObject, Sendable {
    /// The next bytes, or `nil` at the end; called by one task at a time.
    func next() async throws(NetworkError) -> Data?
    /// The time that each phase took; complete once the body ended.
    var metrics: TransferMetrics { get }
  }

  private let data: Data
  private let ownMetrics: TransferMetrics
  /// Where the bytes come from that are not here yet.
  let source: (any Source)?

  /// A body that is already here.
  public init(_ data: Data, metrics: TransferMetrics = TransferMetrics()) {
    self.data = data
    ownMetrics = metrics
    source = nil
  }

  /// A body that arrives from a source.
  public init(_ source: any Source) {
    data = Data()
    ownMetrics = TransferMetrics()
    self.source = source
  }

  /// The rest in memory.
  public func collect() async throws(NetworkError) -> Data { try await collect { _ in } }

  /// The rest in memory; `note` is told of each chunk how many bytes there are by then, and may hold the reading.
  func collect(
    _ note: (_ count: Int64) async throws(NetworkError) -> Void
  ) async throws(NetworkError) -> Data {
    var whole = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next() {
      // A body that comes at once is not copied.
      if whole.isEmpty { whole = chunk } else { whole.append(chunk) }
      try await note(Int64(whole.count))
    }
    return whole
  }

  /// The beginning, so many bytes at the most as come in time, and whether that is all; the rest is dropped.
  func beginning(
    upTo limit: Int, within time: Duration, on clock: any Clock<Duration>
  ) async -> (data: Data, isWhole: Bool) {
    await withTaskGroup(of: (Data, Bool)?.self) { group in
      group.addTask {
        var data = Data()
        var iterator = makeAsyncIterator()
        do throws(NetworkError) {
          while data.count <= limit {
            guard let chunk = try await iterator.next() else { return (data, true) }
            data.append(chunk)
          }
        } catch {
          // It broke off, or the time is up: what came is there.
        }
        return (data.prefix(limit), false)
      }
      group.addTask {
        try? await clock.sleep(for: time)
        return nil
      }
      var beginning = (Data(), false)
      for await part in group {
        beginning = part ?? beginning
        group.cancelAll()
      }
      return beginning
    }
  }

  var isInMemory: Bool { source == nil }

  /// The time that each phase took; complete once the body ended.
  public var metrics: TransferMetrics { source?.metrics ?? ownMetrics }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(data: data.isEmpty ? nil : data, source: source)
  }

  /// Reads the chunks in order.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    var data: Data?
    let source: (any Source)?

    /// The next chunk, or `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkError) -> Data? {
      if let source { return try await source.next() }
      defer { data = nil }
      return data
    }
  }
}
