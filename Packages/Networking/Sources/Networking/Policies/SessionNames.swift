import Synchronization

/// The number of a token's or a cookie jar's session, and the names that caches had for the user when it began.
///
/// Within a session the user stays the same: a cache with another name tells that somebody is just signing in.
struct SessionNames {
  private struct Entry {
    weak var cache: ResponseCache?
    var name: String?
  }

  /// The number of sessions before the present one.
  private(set) var session = 0
  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The names that the caches have now; asked for without a lock, because the caller's code answers.
  static func read(_ caches: [ResponseCache]) -> [(cache: ResponseCache, name: String?)] {
    caches.map { ($0, $0.account()) }
  }

  /// Notes the name that a cache has for the user, now and whenever a session begins.
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

  /// Begins a session with the names of caches.
  mutating func begin(_ names: [(cache: ResponseCache, name: String?)]) {
    session += 1
    entries = [:]
    for (cache, name) in names {
      entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
    }
  }

  /// Notes the name of a new cache in the course of a session; false when another session has begun.
  private mutating func add(_ cache: ResponseCache, _ name: String?, in session: Int) -> Bool {
    guard session == self.session else { return false }
    entries = entries.filter { $0.value.cache != nil }
    if entries[ObjectIdentifier(cache)] == nil {
      entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
    }
    return true
  }

  /// Whether a session is the present one, and began with a name of the user.
  func isPresent(_ session: Int, of name: String, in cache: ResponseCache) -> Bool {
    session == self.session && entries[ObjectIdentifier(cache)]?.name == name
  }
}
