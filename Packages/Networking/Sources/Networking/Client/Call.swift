import Foundation
import HTTPTypes

/// A request on its way through a client, with what belongs to it.
struct Call: Sendable {
  /// The request with its gaps filled from the environment.
  var request: Request
  /// The origin that the client's credentials belong to.
  let home: Origin?
  /// Told of progress, and holds a transfer that is suspended.
  var control: TransferControl?
  /// Whether the call is an entry of the log.
  var isLogged = true

  /// The call with no limit of the body, unless one was set: what reads it does not keep it.
  var withUnlimitedBody: Call {
    var call = self
    if request.limits.body == nil { call.request.limits.body = .max }
    return call
  }

  /// The parts that may be sent of a request that interceptors made of this one.
  ///
  /// Secrets that they added go home only; and when they lead the request to another origin, only
  /// the headers that may cross come along.
  func withoutForeignSecrets(_ sent: Request) -> Request {
    guard sent.origin != home else { return sent }
    let redactor = sent.redactor
    let hasMoved = sent.origin != request.origin
    let hasBody = !sent.body.isEmpty
    return sent.with { copy in
      copy.headers.removeAll { field in
        request.headers.contains(field)
          ? hasMoved && !field.mayCrossOrigins(withBody: hasBody)
          : redactor.isSecret(field.name.rawName)
      }
      copy.query.removeAll { item in
        redactor.isSecret(item.name) && (hasMoved || !request.query.contains(item))
      }
    }
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

  /// The answer with its whole body.
  func whole() async throws(NetworkError) -> Response {
    var response = try await stream.collect()
    response.source = source
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
