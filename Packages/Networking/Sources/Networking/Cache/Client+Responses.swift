extension Client {
  /// The answers to a request by its cache policy, as they come.
  ///
  /// With ``CachePolicy/returnCacheDataThenLoad`` these are the stored response, if there is one, and then
  /// the server's; with every other policy there is one. After an error there are no more answers.
  ///
  /// ```swift
  /// request.cachePolicy = .returnCacheDataThenLoad
  /// for try await response in client.responses(to: request) { show(response) }
  /// ```
  ///
  /// The sequence is cold: each iteration asks again, and a cancelled one ends its request. So a view-model
  /// has a request as a signal by `Signal.from(results: client.responses(to: request))`.
  public func responses(
    to request: Request
  ) -> some AsyncSequence<Response, NetworkError> & Sendable {
    ColdSequence {
      let call = self.call(request)
      var looksFirst = self.exchange.cachePolicy(of: request) == .returnCacheDataThenLoad
      var isDone = false
      return { () async throws(NetworkError) in
        guard !isDone else { return nil }
        if looksFirst {
          looksFirst = false
          if let stored = try await self.stored(call) { return stored }
        }
        isDone = true
        return try await self.output(of: call) { $0 }
      }
    }
  }
}
