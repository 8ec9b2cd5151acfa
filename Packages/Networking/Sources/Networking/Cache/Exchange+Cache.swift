import HTTPTypes

extension Exchange {
  func cached(
    _ request: Request, of owner: CallOwner, _ control: TransferControl?
  ) async throws(NetworkError) -> Answer {
    let policy = cachePolicy(of: request)
    guard policy != .ignoreCache, let cache = configuration.cache else {
      if policy == .returnCacheDataDontLoad {
        throw notCached(request, "this client has no cache")
      }
      return try await fetch(request, of: owner, control)
    }
    let mayAnswer =
      switch policy {
      case .ignoreCache, .reloadIgnoringLocalCacheData, .returnCacheDataThenLoad: false
      case .returnCacheDataDontLoad, .returnCacheDataElseLoad: true
      case .useProtocolCachePolicy:
        // Only the server can check a precondition (RFC 9111, 4.3.2).
        !CacheControl(request.headers).noStore && request.headers[.ifMatch] == nil
          && request.headers[.ifUnmodifiedSince] == nil
      }
    let mayLoad =
      policy != .useProtocolCachePolicy || !CacheControl(request.headers).onlyIfCached
    guard mayAnswer, let stored = await cache.lookUp(request) else {
      if policy == .returnCacheDataDontLoad {
        throw notCached(request, "it was not answered before")
      }
      guard mayLoad else { return try noStoredAnswer(to: request) }
      return try await load(request, of: owner, cache, control)
    }
    let verdict =
      policy == .useProtocolCachePolicy ? cache.verdict(stored, for: request) : .fresh
    if verdict == .stale {
      guard mayLoad else { return try noStoredAnswer(to: request) }
      return try await revalidate(request, of: owner, stored, cache)
    }
    if verdict == .staleWhileRevalidate, mayLoad {
      refreshInBackground(request, of: owner, stored, cache)
    }
    return try answerFromCache(stored.response(to: request), to: request)
  }

  /// Returns a `504` response, because only the cache may answer and it has no usable entry (RFC 9111, 5.2.1.7).
  private func noStoredAnswer(to request: Request) throws(NetworkError) -> Answer {
    var response = Response(head: ResponseHead(status: .gatewayTimeout, url: try request.url))
    response.knownSource = .cache
    return Answer(response, to: request)
  }

  private func load(
    _ request: Request, of owner: CallOwner, _ cache: ResponseCache, _ control: TransferControl?
  ) async throws(NetworkError) -> Answer {
    let mark = cache.beginRead(request)
    let answer = try await fetch(request, of: owner, control)
    // The response comes from the redirect's target, which has another address, so it is not stored under this one.
    if answer.isRedirected {
      await cache.takeAway(request, for: answer.head.status, since: mark)
    } else {
      await cache.take(try await answer.whole(), to: request, since: mark)
    }
    return answer
  }

  private func revalidate(
    _ request: Request, of owner: CallOwner, _ stored: StoredResponse, _ cache: ResponseCache
  ) async throws(NetworkError) -> Answer {
    guard let question = stored.revalidating(request) else {
      return try await load(request, of: owner, cache, nil)
    }
    let mark = cache.beginRead(request)
    let answer = try await fetch(question, of: owner, nil)
    // A response from another address cannot confirm the entry of this address.
    guard !answer.isRedirected else { return try await load(request, of: owner, cache, nil) }
    let response = try await answer.whole()
    guard response.status == 304 else {
      await cache.take(response, to: request, since: mark)
      return answer
    }
    // The `304` confirms a version that is not the stored one (RFC 9111, 4.3.4).
    guard stored.isVersion(of: response) else {
      return try await load(request, of: owner, cache, nil)
    }
    return try answerFromCache(
      await cache.confirm(stored, by: response, to: request, since: mark), to: request)
  }

  /// Returns the cached response unless it exceeds this request's body limit; another request may have stored it.
  private func answerFromCache(
    _ response: Response, to request: Request
  ) throws(NetworkError) -> Answer {
    if let limit = request.limits.body, response.data.count > limit {
      throw NetworkError.bodyTooLarge(limit).of(request, attempts: response.source.isSent ? 1 : 0)
    }
    return Answer(response, to: request)
  }

  /// Refreshes a stale entry in the background; requests that got the stale response meanwhile share one refresh.
  private func refreshInBackground(
    _ request: Request, of owner: CallOwner, _ stored: StoredResponse, _ cache: ResponseCache
  ) {
    let request = request.with { $0.attemptTime = nil }
    Task { @concurrent [self] in
      _ = try? await refreshes.value(for: Read(request)) {
        [self] (_) async throws(NetworkError) in
        try await revalidate(request, of: owner, stored, cache)
      }
    }
  }

  func cachePolicy(of request: Request) -> CachePolicy {
    request.cachePolicy ?? configuration.cachePolicy
  }

  func notCached(_ request: Request, _ why: String) -> NetworkError {
    NetworkError(
      .notCached, "Only the cache may answer, and \(why); ask with another policy once online.",
      request: request.summary)
  }
}
