/// Defines how a read uses the response cache; the cases have the names that Foundation uses.
///
/// Streams, uploads and downloads always bypass the cache.
///
/// ```swift
/// request.cachePolicy = .returnCacheDataDontLoad
/// ```
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// Answers from the cache while the entry is fresh; otherwise asks the server, with validators if the entry has any.
  case useProtocolCachePolicy
  /// Asks the server and writes the answer to the cache.
  case reloadIgnoringLocalCacheData
  /// Answers from the cache, even with a stale entry; asks the server only if there is no entry.
  case returnCacheDataElseLoad
  /// Answers from the cache, even with a stale entry, or fails with ``NetworkError/Code/notCached``, as all writes do.
  case returnCacheDataDontLoad
  /// Answers twice: first from the cache, even with a stale entry, and then from the server.
  case returnCacheDataThenLoad
  /// Bypasses the cache: nothing is read from it or written to it.
  case ignoreCache
}
