/// How the response cache takes part in a read.
///
/// ```swift
/// request.cachePolicy = .cacheElseLoad
/// ```
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// The cache takes no part: nothing is read from it or written to it.
  case ignoreCache
  /// Asks the server and writes the answer to the cache.
  case reloadAndStore
  /// Answers from the cache while the entry is fresh, else asks the server, with the entry's
  /// validators when it has them.
  case cacheElseLoad
  /// Answers from the cache first, however old, and then from the server: two responses.
  case cacheThenLoad
  /// Answers from the cache, however old, or fails with ``NetworkError/Code/notCached``.
  case cacheOnly
}
