import Foundation
import HTTPTypes
import Synchronization

/// A request on its way through a client, with what belongs to it.
struct Call: Sendable {
  /// The request with its gaps filled from the environment.
  var request: Request
  /// The origin that the client's credentials belong to.
  let home: Origin?
  /// The user who is signed in for it.
  let owner: CallOwner
  /// Told of progress, and holds a transfer that is suspended.
  var control: TransferControl?

  /// The call with no limit of the body, unless one was set: what reads it does not keep it.
  var withUnlimitedBody: Call {
    var call = self
    if request.limits.body == nil { call.request.limits.body = .max }
    return call
  }

  /// The parts that may be sent of a request that interceptors made of this one.
  ///
  /// To another origin than the client's goes what the caller asked for; of what interceptors added only harmless
  /// headers come along. When they lead the request to another origin, the client's own included, only harmless
  /// headers of the caller's go with it, and no secret of the query. What the caller called a secret stays one.
  func withoutForeignSecrets(_ made: Request) -> Request {
    let sent = made.with { $0.secrets.formUnion(request.secrets) }
    let (isForeign, hasMoved) = (sent.origin != home, sent.origin != request.origin)
    guard isForeign || hasMoved else { return sent }
    let asked = request.queryNames
    return sent.with { copy in
      copy.headers.removeAll { field in
        (request.headers.contains(field) ? hasMoved : isForeign) && !sent.mayCrossOrigins(field)
      }
      copy.query.removeAll { item in
        isForeign && !request.query.contains(item)
          || hasMoved && asked.contains(item.name) && sent.redactor.isSecret(item.name)
      }
      if hasMoved || sent.fixedQuery != request.fixedQuery {
        copy.fixedQuery = sent.fixedQuery.flatMap { fixedQuery($0, of: sent, hasMoved: hasMoved) }
      }
    }
  }

  /// The part that may be sent of a query given whole: of one that was asked for no secret may move, and an
  /// interceptor's own belongs to an address that it leads to.
  private func fixedQuery(_ text: String, of sent: Request, hasMoved: Bool) -> String? {
    // Encoded, so that each mark is a character by itself.
    let asked = Set((request.encodedQuery ?? "").split(separator: "&"))
    let names = request.queryNames
    let kept = PercentEncoding.wholeQuery(text).split(separator: "&").filter { pair in
      guard hasMoved else { return asked.contains(pair) }
      return !pair.split(separator: ";").contains { item in
        let name = Request.name(ofItem: item)
        return names.contains(name) && sent.redactor.isSecret(name)
      }
    }
    return kept.isEmpty ? nil : kept.joined(separator: "&")
  }
}

/// The notes on an attempt that an interceptor with a response of its own does not pass on.
final class AttemptNote: Sendable {
  private struct State {
    var secrets: Set<String> = []
    var source: RequestLog.Entry.Source?
    /// Whether anything was sent, answered or not.
    var isSent = false
  }

  private let state = Mutex(State())

  func take(_ request: Request) { state.withLock { $0.secrets.formUnion(request.secrets) } }

  func take(_ response: Response) {
    state.withLock {
      $0.secrets.formUnion(response.secrets)
      $0.source = response.source
      $0.isSent = $0.isSent || response.source.isSent
    }
  }

  func take(_ error: NetworkError) {
    guard error.attempts > 0 else { return }
    state.withLock {
      $0.source = $0.source ?? .network
      $0.isSent = true
    }
  }

  /// Gives a response the names of its requests' secrets, where it came from, and how many attempts that took.
  func mark(_ response: inout Response, attempt: Int) {
    let state = state.withLock { $0 }
    response.secrets.formUnion(state.secrets)
    response.knownSource = state.source == nil ? .interceptor : response.knownSource ?? state.source
    response.metrics.attempts = response.source.isSent ? attempt : attempt - 1
  }

  /// The error of an attempt in which nothing may have been sent.
  func marked(_ error: NetworkError) -> NetworkError {
    let state = state.withLock { $0 }
    guard !state.isSent else { return error }
    var copy = error
    copy.attempts = 0
    if state.source == nil { copy.response?.knownSource = .interceptor }
    return copy
  }
}

/// The answer to a request, at the end of its redirects; its body is still arriving, or in memory.
struct Answer: Sendable {
  let stream: ResponseStream
  /// The request that was answered: the last one of a chain of redirects.
  let request: Request
  var isRedirected = false
  var source = RequestLog.Entry.Source.network

  var head: ResponseHead { stream.head }

  func whole() async throws(NetworkError) -> Response {
    var response = try await stream.collect()
    response.knownSource = source
    response.secrets = request.secrets
    return response
  }

  static let refusalLimit: Int64 = 64 << 10

  /// The answer of a server that refuses, in memory: of a body that still arrives the beginning, as far as it comes
  /// within the idle limit, which the transport counts by the same clock.
  func refusal() async throws(NetworkError) -> Response {
    guard !request.isCollected else { return try await whole() }
    let limit = Swift.min(Swift.max(0, request.limits.body ?? .max), Self.refusalLimit)
    let (data, isWhole) = await stream.body.beginning(
      upTo: Int(limit),
      within: request.timeouts.filled(from: .standard).bounded.idle ?? .zero, on: ContinuousClock())
    guard !Task.isCancelled else { throw .cancelled }
    var response = Response(head: head, data: data, metrics: stream.body.metrics)
    response.isTruncated = !isWhole
    response.knownSource = source
    response.secrets = request.secrets
    return response
  }
}

extension Answer {
  /// An answer whose body is in memory, and can be read any number of times.
  init(_ response: Response, to request: Request, isRedirected: Bool = false) {
    let body = ResponseBody(response.data, metrics: response.metrics)
    self.init(
      stream: ResponseStream(head: response.head, body: body), request: request,
      isRedirected: isRedirected, source: response.source)
  }
}
