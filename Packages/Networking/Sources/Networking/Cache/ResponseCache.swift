public import Foundation
import HTTPTypes
import Synchronization

/// Remembers answers to `GET`, by the rules of HTTP (RFC 9111) or for a time of your own.
///
/// An answer is stored under what was sent, after token and interceptors: the address, the secrets
/// of the request (so that users never see each other's answers) and the headers in `Vary`. A write
/// to an address forgets what is stored there, and reads that it overtook are not stored. A storage
/// that fails is treated as empty: what it could not remove answers nothing until it is removed.
///
/// ```swift
/// let cache = ResponseCache(timeToLive: .seconds(60))
/// try await cache.removeAll()
/// ```
public final class ResponseCache: Sendable {
  /// The use that may be made of a stored response.
  enum Verdict: Equatable {
    case fresh
    /// Stale, but good enough to answer with while the server is asked.
    case staleWhileRevalidate
    case stale
  }

  /// When a read began, counted in the writes and in the reads before it.
  struct ReadMark: Sendable, Equatable {
    fileprivate var all: Int
    fileprivate var origin: Int
    fileprivate var number: Int
  }

  private struct State {
    var all = 0
    // By hashes, so that strangers cannot make them grow: of two with one place, at worst an answer is not stored.
    /// The number of writes to an origin.
    var origins = [Int](repeating: 0, count: 256)
    /// The number of the newest read of a key that was answered.
    var answered = [Int](repeating: 0, count: 256)
    var reads = 0
    /// The reads that are being stored, by key.
    var storing: [String: [ReadMark]] = [:]
    /// The beginnings of keys that the storage has failed to remove, each with the number of its last failure.
    private(set) var unremoved: [String: Int] = [:]
    private var failures = 0

    /// Notes that a removal failed; after many, that of everything stands for all.
    mutating func noteFailure(of prefix: String) {
      failures += 1
      if unremoved.count >= 256 { unremoved = ["": failures] }
      unremoved[prefix] = failures
    }

    /// Notes that a removal succeeded, which says nothing about a failure since it began.
    mutating func noteSuccess(of prefix: String, after failure: Int?) {
      if unremoved[prefix] == failure { unremoved[prefix] = nil }
    }

    func mark(_ request: Request) -> ReadMark {
      ReadMark(all: all, origin: origins[Self.place(of: request.origin)], number: reads)
    }

    /// Whether neither a write has passed since a read began, nor a newer read was answered.
    func isCurrent(_ mark: ReadMark, of request: Request, key: String) -> Bool {
      let now = self.mark(request)
      return mark.all == now.all && mark.origin == now.origin
        && mark.number >= answered[Self.place(of: key)]
    }

    /// Notes the answer to a read, unless it is out of date already.
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
  ///   - timeToLive: How long a response is fresh, whatever the server says of its age. `nil`
  ///     leaves it to the server's `Cache-Control` and `Expires`.
  ///   - account: The name of the signed-in user, or `nil`. Answers to requests that carry the client's token or the
  ///     cookies of its jar are then stored under this name, and so are found again with a renewed token and after a
  ///     restart; without one, only by this object for the very token and cookies. At a sign-in change the name first,
  ///     then set the token or call ``CookieJar/removeAll()``. The closure is called by those two, when a client is
  ///     made and whenever a request is signed, so it must not wait for a lock that you hold meanwhile.
  ///   - now: The time; the present by default.
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

  /// Forgets every response, and the answers that are on their way.
  public func removeAll() async throws {
    try await removeResponses(withPrefix: "")
  }

  /// Forgets the responses of every address that begins so, such as `http://localhost/posts`, in any spelling.
  ///
  /// Scheme, host and port have to be whole. Of a query no account is taken: all with that path are forgotten.
  public func removeResponses(withPrefix address: String) async throws {
    state.withLock { $0.all += 1 }
    try await remove(Request(.get, address).cachePrefix ?? address)
  }

  func lookUp(_ request: Request) async -> StoredResponse? {
    guard let key = key(of: request), await removesLeftovers(of: key),
      // A read that a write has overtaken may be writing at this moment.
      state.withLock({ state in
        state.storing[key]?.allSatisfy { state.isCurrent($0, of: request, key: key) } ?? true
      }),
      let stored = try? await storage.response(for: key),
      stored.varying.allSatisfy({ name, value in
        HTTPField.Name(name).map { variant($0, of: request) == value } ?? false
      })
    else { return nil }
    return stored
  }

  /// Removes what could not be removed before; false when that fails again.
  private func removesLeftovers(of key: String) async -> Bool {
    for prefix in state.withLock({ $0.unremoved.keys.filter(key.hasPrefix) }) {
      guard (try? await remove(prefix)) != nil else { return false }
    }
    return true
  }

  /// Removes what begins so, or keeps it from answering.
  ///
  /// In a task of its own, because a storage may do nothing for a task that is cancelled.
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

  /// The number of times that a request's answers were forgotten, by writes of all clients.
  func writes(to request: Request) -> Int {
    state.withLock { $0.all + $0.origins[State.place(of: request.origin)] }
  }

  /// Marks the beginning of a read, for ``take(_:to:since:)``.
  func beginRead(_ request: Request) -> ReadMark {
    state.withLock { state in
      state.reads += 1
      return state.mark(request)
    }
  }

  /// Stores an answer that may be stored, unless a write has passed since the read began, or a newer read has ended.
  ///
  /// One that may not be stored takes the older one away, as ``takeAway(_:for:since:)`` does.
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
    // What is older than an answer that could not be stored is outdated, too.
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

  /// Takes away the stored answer to a request for a newer one that is not stored, unless that is a failure.
  func takeAway(_ request: Request, for status: HTTPResponse.Status, since mark: ReadMark) async {
    guard Self.replacing.contains(status), let key = key(of: request),
      state.withLock({ $0.answer(mark, to: request, key: key) })
    else { return }
    try? await remove(key)
  }

  /// Statuses by which a server says what is at an address now, or that nothing is.
  private static let replacing: Set<HTTPResponse.Status> = [
    200, 301, 302, 303, 307, 308, 404, 410,
  ]

  /// Forgets what a write has made outdated.
  func forget(after request: Request) async {
    state.withLock { $0.origins[State.place(of: request.origin)] += 1 }
    guard let prefix = request.cachePrefix else { return }
    try? await remove(prefix)
  }

  /// The stored response with the headers of the `304` that confirmed it (RFC 9111, 4.3.4).
  func confirm(
    _ stored: StoredResponse, by response: Response, to request: Request, since mark: ReadMark
  ) async -> Response {
    var merged = stored.response(to: request)
    let told = response.headers.filter {
      ![.contentLength, .contentEncoding, .transferEncoding].contains($0.name)
    }
    // When the stored answer was made, and how long it was on its way, says nothing about its confirmation.
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
    // From a clock that has been set back since nobody knows the age; a storage rounds dates to milliseconds.
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
