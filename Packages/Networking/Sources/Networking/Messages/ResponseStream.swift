public import Foundation

/// A response whose body is still arriving.
///
/// ```swift
/// let stream = try await transport.stream(request)
/// for try await chunk in stream.body { count += chunk.count }
/// ```
public struct ResponseStream: Sendable {
  /// The status, the headers and the address.
  public var head: ResponseHead
  /// The body; it can be read only once.
  public var body: ResponseBody

  /// Makes a stream.
  public init(head: ResponseHead, body: ResponseBody) {
    self.head = head
    self.body = body
  }

  /// Reads the remaining body into memory; throws transfer errors such as ``NetworkError/Code/connectionLost``.
  public func collect() async throws(NetworkError) -> Response {
    let data = try await body.collect()
    return Response(head: head, data: data, metrics: body.metrics)
  }
}

/// The body of a response as a stream: chunks of decompressed bytes for one reader, readable only once.
///
/// A slow reader pauses the transfer (back-pressure); dropping the body stops the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// The source of a body that is still arriving; a transport or its wrapper implements it.
  public protocol Source: AnyObject, Sendable {
    /// Returns the next bytes, or `nil` at the end; only one task at a time may call it.
    func next() async throws(NetworkError) -> Data?
    /// The timings of the phases; complete after the end of the body.
    var metrics: TransferMetrics { get }
  }

  private let data: Data
  private let ownMetrics: TransferMetrics
  /// The source of the bytes that have not arrived yet; `nil` for a body in memory.
  let source: (any Source)?

  /// Makes a body from bytes in memory.
  public init(_ data: Data, metrics: TransferMetrics = TransferMetrics()) {
    self.data = data
    ownMetrics = metrics
    source = nil
  }

  /// Makes a body that arrives from a source.
  public init(_ source: any Source) {
    data = Data()
    ownMetrics = TransferMetrics()
    self.source = source
  }

  /// Reads the remaining body into memory.
  public func collect() async throws(NetworkError) -> Data { try await collect { _ in } }

  /// Reads the remaining body into memory; `note` gets the byte count after each chunk and may suspend the reading.
  func collect(
    _ note: (_ count: Int64) async throws(NetworkError) -> Void
  ) async throws(NetworkError) -> Data {
    var whole = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next() {
      // A body that arrives in one chunk is not copied.
      if whole.isEmpty { whole = chunk } else { whole.append(chunk) }
      try await note(Int64(whole.count))
    }
    return whole
  }

  /// Returns the bytes that arrive in time, up to a limit, and whether they are the whole body; the rest is dropped.
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
          // The body broke off or the time is up; the bytes received so far are returned.
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

  /// The timings of the phases; complete after the end of the body.
  public var metrics: TransferMetrics { source?.metrics ?? ownMetrics }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(data: data.isEmpty ? nil : data, source: source)
  }

  /// The iterator over the chunks, in order.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    var data: Data?
    let source: (any Source)?

    /// Returns the next chunk, or `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkError) -> Data? {
      if let source { return try await source.next() }
      defer { data = nil }
      return data
    }
  }
}
