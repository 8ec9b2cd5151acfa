/// The part of the response cache in a read; named as Foundation names them.
///
/// Streams, uploads and downloads go past the cache, whatever the policy.
///
/// ```swift
/// request.cachePolicy = .returnCacheDataDontLoad
/// ```
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// Answers from the cache while the entry is fresh, else asks the server, by validators if it has any.
  case useProtocolCachePolicy
  /// Asks the server and writes the answer to the cache.
  case reloadIgnoringLocalCacheData
  /// Answers from the cache, however old, else asks the server.
  case returnCacheDataElseLoad
  /// Answers from the cache, however old, or fails with ``NetworkError/Code/notCached``; so does every write.
  case returnCacheDataDontLoad
  /// Answers from the cache first, however old, and then from the server: two responses.
  case returnCacheDataThenLoad
  /// The cache takes no part: nothing is read from it or written to it.
  case ignoreCache
}
