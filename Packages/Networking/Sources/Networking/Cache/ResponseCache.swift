public import Foundation
import HTTPTypes
import Synchronization

/// Caches the responses to `GET` requests, by the rules of HTTP (RFC 9111) or for a fixed time to live.
///
/// The cache key contains the request as sent, after token and interceptors: the address, the secrets (so that users
/// never see each other's responses) and the headers in `Vary`. A write to an address removes its entries; a read that
/// overlaps a write is not stored. A storage that fails counts as empty: an entry that it could not remove is not used
/// until it is removed.
///
/// ```swift
/// let cache = ResponseCache(timeToLive: .seconds(60))
/// try await cache.removeAll()
/// ```
public final class ResponseCache: Sendable {
  /// The permitted use of a stored response.
  enum Verdict: Equatable {
    case fresh
    /// The response is stale, but may still be used while the server is asked.
    case staleWhileRevalidate
    case stale
  }

  /// The write and read counters at the start of a read; they tell later whether the read is outdated.
  struct ReadMark: Sendable, Equatable {
    fileprivate var all: Int
    fileprivate var origin: Int
    fileprivate var number: Int
  }

  private struct State {
    var all = 0
    // Both arrays are indexed by hash, so servers cannot make them grow. At worst, a collision prevents storing.
    /// The number of writes, by origin.
    var origins = [Int](repeating: 0, count: 256)
    /// The number of the newest read that was answered, by cache key.
    var answered = [Int](repeating: 0, count: 256)
    var reads = 0
    /// The reads whose responses are being stored, by key.
    var storing: [String: [ReadMark]] = [:]
    /// The key prefixes that the storage failed to remove, each with the number of its last failure.
    private(set) var unremoved: [String: Int] = [:]
    private var failures = 0

    /// Records a failed removal; from 256 prefixes on, a single entry for the empty prefix replaces them all.
    mutating func noteFailure(of prefix: String) {
      failures += 1
      if unremoved.count >= 256 { unremoved = ["": failures] }
      unremoved[prefix] = failures
    }

    /// Records a successful removal; a failure that happened after the removal began stays recorded.
    mutating func noteSuccess(of prefix: String, after failure: Int?) {
      if unremoved[prefix] == failure { unremoved[prefix] = nil }
    }

    func mark(_ request: Request) -> ReadMark {
      ReadMark(all: all, origin: origins[Self.place(of: request.origin)], number: reads)
    }

    /// Whether no write happened since a read began and no newer read was answered.
    func isCurrent(_ mark: ReadMark, of request: Request, key: String) -> Bool {
      let now = self.mark(request)
      return mark.all == now.all && mark.origin == now.origin
        && mark.number >= answered[Self.place(of: key)]
    }

    /// Records that a read was answered; returns false if the read is outdated.
    mutating func answer(_ mark: ReadMark, to request: Request, key: String) -> Bool {
      guard isCurrent(mark, of: request, key: key) else { return false }
      answered[Self.place(of: key)] = mark.number
      return true
    }

    static func place(of key: some Hashable) -> Int { key.hashValue & 255 }
  }

  private let state = Mutex(State())
  private let storage: any ResponseStorage
  private let timeToLive: Duration?
  let account: @Sendable () -> String?
  let secretNames = SecretNames()
  private let now: @Sendable () -> Date

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - storage: Where responses are kept; in memory by default.
  ///   - timeToLive: How long a response is fresh, whatever the server says. `nil` obeys `Cache-Control` and `Expires`.
  ///   - account: The name of the signed-in user, or `nil`. Responses to requests with the client's token or the
  ///     cookies of its jar are stored under this name, so they are found after a token renewal or a restart. With
  ///     `nil`, only this object finds them, and only for the same token and cookies. At sign-in, change the name
  ///     first, then set the token or call ``CookieJar/removeAll()``. Both call the closure, as do client creation and
  ///     each signing; so it must not wait for a lock that their caller may hold.
  ///   - now: Returns the current time; the system time by default.
  public init(
    storage: any ResponseStorage = MemoryResponseStorage(), timeToLive: Duration? = nil,
    account: @escaping @Sendable () -> String? = { nil },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.timeToLive = timeToLive
    self.account = account
    self.now = now
  }

  /// Removes every stored response; responses that are still arriving are not stored.
  public func removeAll() async throws {
    try await removeResponses(withPrefix: "")
  }

  /// Removes the responses of all addresses with a prefix, such as `http://localhost/posts`, in any spelling.
  ///
  /// The prefix must contain the whole scheme, host and port. A query is ignored: all responses of that path are
  /// removed.
  public func removeResponses(withPrefix address: String) async throws {
    state.withLock { $0.all += 1 }
    try await remove(Request(.get, address).cachePrefix ?? address)
  }

  func lookUp(_ request: Request) async -> StoredResponse? {
    guard let key = key(of: request), await removesLeftovers(of: key),
      // A read that a write made outdated may be storing its response right now.
      state.withLock({ state in
        state.storing[key]?.allSatisfy { state.isCurrent($0, of: request, key: key) } ?? true
      }),
      let stored = try? await storage.response(for: key),
      stored.varying.allSatisfy({ name, value in
        HTTPField.Name(name).map { variant($0, of: request).utf8.elementsEqual(value.utf8) }
          ?? false
      })
    else { return nil }
    return stored
  }

  /// Retries the failed removals that affect a key; returns false if one fails again.
  private func removesLeftovers(of key: String) async -> Bool {
    for prefix in state.withLock({ $0.unremoved.keys.filter(key.hasPrefix) }) {
      guard (try? await remove(prefix)) != nil else { return false }
    }
    return true
  }

  /// Removes the responses with a key prefix, or blocks their use if that fails.
  ///
  /// The removal runs in its own task, because a storage may do nothing in a cancelled task.
  private func remove(_ prefix: String) async throws {
    let failure = state.withLock { $0.unremoved[prefix] }
    let removal = Task { @concurrent [storage] in
      try await storage.removeResponses(withPrefix: prefix)
    }
    do {
      try await removal.value
      state.withLock { $0.noteSuccess(of: prefix, after: failure) }
    } catch {
      state.withLock { $0.noteFailure(of: prefix) }
      throw error
    }
  }

  /// The number of invalidations that affect a request, caused by the writes of all clients that use this cache.
  func writes(to request: Request) -> Int {
    state.withLock { $0.all + $0.origins[State.place(of: request.origin)] }
  }

  /// Marks the start of a read; the mark is passed to ``take(_:to:since:)``.
  func beginRead(_ request: Request) -> ReadMark {
    state.withLock { state in
      state.reads += 1
      return state.mark(request)
    }
  }

  /// Stores a response, unless a write happened since the read began or a newer read was answered.
  ///
  /// A response that may not be stored removes the older one, as ``takeAway(_:for:since:)`` does.
  func take(_ response: Response, to request: Request, since mark: ReadMark) async {
    guard let key = key(of: request) else { return }
    let stored = StoredResponse(
      response, to: request, date: now(), variant: { variant($0, of: request) })
    guard let stored else { return await takeAway(request, for: response.status, since: mark) }
    let isCurrent = state.withLock { state in
      guard state.answer(mark, to: request, key: key) else { return false }
      state.storing[key, default: []].append(mark)
      return true
    }
    guard isCurrent else { return }
    // If storing fails, the older entry is outdated, too, and is removed.
    let isStored = (try? await storage.store(stored, for: key)) != nil
    if !isStored || !state.withLock({ $0.isCurrent(mark, of: request, key: key) }) {
      try? await remove(key)
    }
    state.withLock { state in
      if let index = state.storing[key]?.firstIndex(of: mark) {
        state.storing[key]?.remove(at: index)
      }
      if state.storing[key]?.isEmpty == true { state.storing[key] = nil }
    }
  }

  /// Removes the stored response when a newer one is not stored; a status that signals a failure keeps it.
  func takeAway(_ request: Request, for status: HTTPResponse.Status, since mark: ReadMark) async {
    guard Self.replacing.contains(status), let key = key(of: request),
      state.withLock({ $0.answer(mark, to: request, key: key) })
    else { return }
    try? await remove(key)
  }

  /// Statuses that describe the current resource, or say that it is gone; other statuses do not replace an entry.
  private static let replacing: Set<HTTPResponse.Status> = [
    200, 301, 302, 303, 307, 308, 404, 410,
  ]

  /// Removes the responses that a write has made outdated.
  func forget(after request: Request) async {
    state.withLock { $0.origins[State.place(of: request.origin)] += 1 }
    guard let prefix = request.cachePrefix else { return }
    try? await remove(prefix)
  }

  /// Returns the stored response, updated with the headers of the `304` that confirmed it (RFC 9111, 4.3.4).
  func confirm(
    _ stored: StoredResponse, by response: Response, to request: Request, since mark: ReadMark
  ) async -> Response {
    var merged = stored.response(to: request)
    let told = response.headers.filter {
      ![.contentLength, .contentEncoding, .transferEncoding].contains($0.name)
    }
    // The stored `Age` and `Date` belong to the old response and do not describe the confirmation.
    let names = Set(told.map(\.name)).union([.age, .date])
    merged.head.headers.removeAll { names.contains($0.name) }
    merged.head.headers += told
    merged.metrics = response.metrics
    await take(merged, to: request, since: mark)
    merged.knownSource = .revalidated
    return merged
  }

  func verdict(_ stored: StoredResponse, for request: Request) -> Verdict {
    let headers = stored.headers
    let control = CacheControl(headers)
    let wanted = CacheControl(request.headers)
    let elapsed = now().timeIntervalSince(stored.date)
    // If the clock was set back, the age is unknown. The tolerance of 1 s covers dates rounded to milliseconds.
    guard elapsed > -1 else { return .stale }
    let age = max(0, elapsed) + (timeToLive == nil ? stored.initialAge : 0)
    if wanted.noCache || wanted.maxAge.map({ age >= Double($0) }) == true { return .stale }
    let lifetime: Double
    if let timeToLive {
      lifetime = timeToLive / .seconds(1)
    } else if control.noCache {
      lifetime = 0
    } else if let maximum = control.maxAge {
      lifetime = Double(maximum)
    } else if let expires = headers.first(.expires).flatMap(HTTPDate.parse) {
      lifetime = expires.timeIntervalSince(
        headers.first(.date).flatMap(HTTPDate.parse) ?? stored.date)
    } else {
      lifetime = 0
    }
    if age < lifetime { return .fresh }
    let grace = Double(control.staleWhileRevalidate ?? 0)
    return !control.mustRevalidate && !control.noCache && age < lifetime + grace
      ? .staleWhileRevalidate : .stale
  }
}
