/// The names that caches had for the user when the present session of a token or a cookie jar began.
///
/// Within a session the user stays the same. A cache whose name is another one by now is ahead of the token or the
/// cookies: somebody is just signing in.
struct SessionNames {
  private struct Entry {
    weak var cache: ResponseCache?
    var name: String?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The names that the caches have now; asked for without a lock, because the caller's code answers.
  static func read(_ caches: [ResponseCache]) -> [(cache: ResponseCache, name: String?)] {
    caches.map { ($0, $0.account()) }
  }

  /// The caches that live.
  var caches: [ResponseCache] { entries.values.compactMap(\.cache) }

  /// Begins a session with the names of caches.
  mutating func begin(_ names: [(cache: ResponseCache, name: String?)]) {
    entries = [:]
    for (cache, name) in names {
      entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
    }
  }

  /// Notes the name of a cache that has come in the course of the session, unless it is known.
  mutating func add(_ cache: ResponseCache, _ name: String?) {
    entries = entries.filter { $0.value.cache != nil }
    guard entries[ObjectIdentifier(cache)] == nil else { return }
    entries[ObjectIdentifier(cache)] = Entry(cache: cache, name: name)
  }

  /// Whether the session began with a name.
  func began(with name: String, for cache: ResponseCache) -> Bool {
    entries[ObjectIdentifier(cache)]?.name == name
  }
}
