extension Client {
  /// The responses to a request under its cache policy, in order of arrival.
  ///
  /// With ``CachePolicy/returnCacheDataThenLoad``, these are the stored response, if it exists, and then the server's
  /// response. Every other policy gives one response. An error ends the sequence.
  ///
  /// ```swift
  /// request.cachePolicy = .returnCacheDataThenLoad
  /// for try await response in client.responses(to: request) { show(response) }
  /// ```
  ///
  /// The sequence is cold: each iteration sends the request again, and cancelling an iteration cancels its request. A
  /// view-model turns a request into a signal with `Signal.from(results: client.responses(to: request))`.
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
