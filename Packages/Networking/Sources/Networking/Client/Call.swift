import Foundation
import HTTPTypes
import Synchronization

/// A request that a client is processing, with its owner, origin and transfer control.
struct Call: Sendable {
  /// The request, completed with the defaults of the environment.
  var request: Request
  /// The origin that the client's credentials belong to.
  let home: Origin?
  /// The user who was signed in when the call began.
  let owner: CallOwner
  /// Receives progress and can suspend the transfer.
  var control: TransferControl?
  /// The time since the current attempt began.
  var attemptTime: Stopwatch?

  /// The call without a body limit, unless the request sets one; the reader of such a body does not keep it in memory.
  var withUnlimitedBody: Call {
    var call = self
    if request.limits.body == nil { call.request.limits.body = .max }
    return call
  }

  /// Returns the interceptors' version of the request, without secrets that must not reach its origin.
  ///
  /// A request to another origin than the client's keeps the caller's fields; of the fields that interceptors added,
  /// only harmless headers stay. If interceptors changed the origin, even to the client's own, only harmless headers of
  /// the caller stay, and secrets in the query are removed. Names that the caller marked as secret stay secret.
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

  /// Returns the part of a fixed query that may be sent: if the origin changed, the caller's secrets are removed;
  /// otherwise, to a foreign origin, only the caller's items stay.
  private func fixedQuery(_ text: String, of sent: Request, hasMoved: Bool) -> String? {
    // The query is percent-encoded, so `&` and `;` are always separators here.
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

/// Records the facts about an attempt that an interceptor loses when it makes its own response.
final class AttemptNote: Sendable {
  private struct State {
    var secrets: Set<String> = []
    var source: RequestLog.Entry.Source?
    /// Whether anything was sent, with or without a response.
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

  /// Adds the names of the requests' secrets, the source and the number of attempts to a response.
  func mark(_ response: inout Response, attempt: Int) {
    let state = state.withLock { $0 }
    response.secrets.formUnion(state.secrets)
    response.knownSource = state.source == nil ? .interceptor : response.knownSource ?? state.source
    response.metrics.attempts = response.source.isSent ? attempt : attempt - 1
  }

  /// Returns the error with `attempts` set to 0 if the attempt sent nothing.
  func marked(_ error: NetworkError) -> NetworkError {
    let state = state.withLock { $0 }
    guard !state.isSent else { return error }
    var copy = error
    copy.attempts = 0
    if state.source == nil { copy.response?.knownSource = .interceptor }
    return copy
  }
}

/// The response at the end of all redirects; its body is still arriving or is in memory.
struct Answer: Sendable {
  let stream: ResponseStream
  /// The request that was answered: after redirects, the last request of the chain.
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

  /// The response of a server that refuses, with its body in memory: of a body that is still arriving, only the
  /// beginning, as far as it arrives within the idle timeout; the transport uses the same clock for that timeout.
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
  /// Makes an answer whose body is in memory and can be read any number of times.
  init(_ response: Response, to request: Request, isRedirected: Bool = false) {
    let body = ResponseBody(response.data, metrics: response.metrics)
    self.init(
      stream: ResponseStream(head: response.head, body: body), request: request,
      isRedirected: isRedirected, source: response.source)
  }
}
