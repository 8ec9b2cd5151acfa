import Synchronization

/// The session number of a token or a cookie jar, with the account name in each cache when the session began.
///
/// The user cannot change within a session: a cache with a different name means that a sign-in is in progress.
struct SessionNames {
  private struct Entry {
    weak var cache: ResponseCache?
    var name: String?
  }

  /// The number of sessions before the current one.
  private(set) var session = 0
  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Returns the current names of the caches; it must run without a lock, because it calls the app's closures.
  static func read(_ caches: [ResponseCache]) -> [(cache: ResponseCache, name: String?)] {
    caches.map { ($0, $0.account()) }
  }

  /// Records the account name of a cache, now and whenever a session begins.
  static func follow<State>(
    _ cache: ResponseCache, in state: borrowing Mutex<State>,
    _ names: any WritableKeyPath<State, SessionNames> & Sendable
  ) {
    var isNoted = false
    while !isNoted {
      let session = state.withLock { $0[keyPath: names].session }
      let name = cache.account()
      isNoted = state.withLock { $0[keyPath: names].add(cache, name, in: session) }
    }
  }

  var caches: [ResponseCache] { entries.values.compactMap(\.cache) }

  /// Begins a session and records the account names of the caches.
  mutating func begin(_ names: [(cache: ResponseCache, name: String?)]) {
    session += 1
    entries = [:]
    for (cache, name) in names {
      entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
    }
  }

  /// Records the account name of a new cache during a session; returns false if another session has begun.
  private mutating func add(_ cache: ResponseCache, _ name: String?, in session: Int) -> Bool {
    guard session == self.session else { return false }
    entries = entries.filter { $0.value.cache != nil }
    if entries[ObjectIdentifier(cache)] == nil {
      entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
    }
    return true
  }

  /// Whether a session is the current one and began with an account name.
  func isPresent(_ session: Int, of name: String, in cache: ResponseCache) -> Bool {
    session == self.session && entries[ObjectIdentifier(cache)]?.name == name
  }
}
