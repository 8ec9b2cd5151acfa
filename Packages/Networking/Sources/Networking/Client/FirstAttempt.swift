/// A request's first attempt, begun without a task.
///
/// A transfer goes on by itself, and a good answer needs no more than a look when it is here.
/// Everything else, such as a redirect, a failure or a token that is too old, is left to a task,
/// which takes the attempt up where it is.
final class FirstAttempt: Sendable {
  /// What is left to do for an attempt that was looked at.
  enum Rest {
    case nothing(Response)
    /// To wait for the rest of the body.
    case watching
    case work(@Sendable () async throws(NetworkError) -> Response?)
  }

  /// The request as the interceptors changed it, before the token was added.
  let adapted: Request
  let token: String?
  let ticket: LogTicket
  private let request: Request
  private let transfer: Result<CurlBody, NetworkError>
  private let exchange: Exchange

  init(
    _ request: Request, adapted: Request, token: String?, ticket: LogTicket,
    transfer: Result<CurlBody, NetworkError>, exchange: Exchange
  ) {
    self.request = request
    self.adapted = adapted
    self.token = token
    self.ticket = ticket
    self.transfer = transfer
    self.exchange = exchange
  }

  /// Has the watcher told once there is something to look at; false when there is already.
  func watch(_ watcher: any TransferWatcher) -> Bool {
    guard case .success(let body) = transfer else { return false }
    return body.watch(watcher)
  }

  /// Looks at the answer, and accepts it if it is good and whole.
  func look() -> Rest {
    guard case .success(let body) = transfer else { return .work(goOn) }
    switch body.look() {
    case .goodSoFar: return .watching
    case .other: return .work(goOn)
    case .whole(let response):
      do throws(NetworkError) {
        return .nothing(try exchange.accept(response, to: self))
      } catch {
        return .work(failed(error.of(adapted)).goOn)
      }
    }
  }

  /// Goes on from where the attempt is, ready or not.
  func goOn() async throws(NetworkError) -> Response? {
    try await exchange.response(to: request, after: self)
  }

  /// The attempt's own answer.
  func stream() async throws(NetworkError) -> ResponseStream {
    try await transfer.get().stream()
  }

  private func failed(_ error: NetworkError) -> FirstAttempt {
    FirstAttempt(
      request, adapted: adapted, token: token, ticket: ticket, transfer: .failure(error),
      exchange: exchange)
  }
}
