extension Client {
  /// The answers to a request by its cache policy, as they come.
  ///
  /// With ``CachePolicy/returnCacheDataThenLoad`` these are the stored response, if there is one, and then
  /// the server's; with every other policy there is one.
  ///
  /// ```swift
  /// request.cachePolicy = .returnCacheDataThenLoad
  /// for try await response in client.responses(to: request) { show(response) }
  /// ```
  ///
  /// The sequence is cold: each iteration asks anew, and a cancelled one ends its request. So a view-model
  /// has a request as a signal by `Signal.from(results: client.responses(to: request))`.
  public func responses(to request: Request) -> Responses {
    Responses(client: self, request: request)
  }

  /// The answers to one request; nothing is sent before the first is asked for.
  public struct Responses: AsyncSequence, Sendable {
    fileprivate let client: Client
    fileprivate let request: Request

    /// Starts asking.
    public func makeAsyncIterator() -> Iterator {
      Iterator(client: client, request: request)
    }

    /// Brings the answers in order.
    public struct Iterator: AsyncIteratorProtocol {
      private enum Step {
        case cache
        case load
        case done
      }

      private let client: Client
      private let request: Request
      private var step: Step

      fileprivate init(client: Client, request: Request) {
        self.client = client
        self.request = request
        let looksFirst = client.policy(of: request) == .returnCacheDataThenLoad
        step = looksFirst ? .cache : .load
      }

      /// The next answer, or `nil` after the last.
      ///
      /// - Throws: ``NetworkError``; after it there are no more answers.
      public mutating func next() async throws(NetworkError) -> Response? {
        if step == .cache {
          step = .load
          if let stored = try await client.stored(request) { return stored }
        }
        guard step == .load else { return nil }
        step = .done
        return try await client.send(request)
      }

      /// The next answer, or `nil` after the last.
      ///
      /// - Throws: ``NetworkError``; after it there are no more answers.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(NetworkError) -> Response? {
        try await next()
      }
    }
  }
}
