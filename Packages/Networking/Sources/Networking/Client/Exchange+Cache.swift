import Foundation

extension Exchange {
  /// A response by the request's cache policy; the note tells where it came from.
  func answer(
    to request: Request, after first: FirstAttempt?, _ note: inout LogNote
  ) async throws(NetworkError) -> Response {
    guard let cache = configuration.cache else {
      if request.cachePolicy == .cacheOnly {
        throw notCached(request, "this client has no cache")
      }
      return try await fetch(request, after: first)
    }
    let (response, source) = try await answer(to: request, by: cache)
    note.source = source
    return response
  }

  @inline(never)
  private func answer(
    to request: Request, by cache: ResponseCache
  ) async throws(NetworkError) -> (Response, RequestLog.Entry.Source) {
    switch policy(of: request) {
    case .ignoreCache:
      return (try await fetch(request), .network)
    case .reloadAndStore, .cacheThenLoad:
      return (try await load(request, cache), .network)
    case .cacheOnly:
      guard let stored = await cache.lookUp(request) else {
        throw notCached(request, "it was not answered before")
      }
      return (stored.response, .cache)
    case .cacheElseLoad:
      guard let stored = await cache.lookUp(request) else {
        return (try await load(request, cache), .network)
      }
      switch cache.verdict(stored) {
      case .fresh: return (stored.response, .cache)
      case .staleWhileRevalidate:
        refreshInBackground(request, stored, cache)
        return (stored.response, .cache)
      case .stale: return try await revalidate(request, stored, cache)
      }
    }
  }

  /// The stored response, however old, or `nil`.
  func stored(_ request: Request) async -> Response? {
    await configuration.cache?.lookUp(request)?.response
  }

  func policy(of request: Request) -> CachePolicy {
    request.cachePolicy ?? configuration.cachePolicy
  }

  private func load(
    _ request: Request, _ cache: ResponseCache
  ) async throws(NetworkError) -> Response {
    let response = try await fetch(request)
    await cache.take(response, to: request)
    return response
  }

  private func revalidate(
    _ request: Request, _ stored: StoredResponse, _ cache: ResponseCache
  ) async throws(NetworkError) -> (Response, RequestLog.Entry.Source) {
    guard let question = stored.revalidating(request) else {
      return (try await load(request, cache), .network)
    }
    let response = try await fetch(question)
    guard response.status == 304 else {
      await cache.take(response, to: request)
      return (response, .network)
    }
    return (await cache.confirm(stored, by: response, request: request), .revalidated)
  }

  /// Asks the server once for everyone who was answered with the stale response meanwhile.
  private func refreshInBackground(
    _ request: Request, _ stored: StoredResponse, _ cache: ResponseCache
  ) {
    Task { [self] in
      _ = try? await refreshes.value(for: request.summary) { () async throws(NetworkError) in
        try await self.revalidate(request, stored, cache).0
      }
    }
  }

  private func notCached(_ request: Request, _ why: String) -> NetworkError {
    NetworkError(
      .notCached, "Only the cache may answer, and \(why); ask with another policy once online.",
      request: request.summary)
  }
}
