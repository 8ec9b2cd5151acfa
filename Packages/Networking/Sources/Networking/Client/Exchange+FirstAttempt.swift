extension Exchange {
  /// What a client's requests go through where nothing has to be waited for but the transfer.
  struct ImmediateParts: Sendable {
    let transport: CurlTransport
    let interceptors: [any ImmediateInterceptor]

    /// Fails when a part may have to wait before the request is sent, or once it is answered.
    init?(_ transport: any Transport, _ configuration: Client.Configuration) {
      guard let transport = transport as? CurlTransport, configuration.cache == nil else {
        return nil
      }
      self.transport = transport
      interceptors = configuration.interceptors.compactMap { $0 as? any ImmediateInterceptor }
      guard interceptors.count == configuration.interceptors.count else { return nil }
    }
  }

  /// Begins a request's first attempt, if that takes no task.
  func firstAttempt(at request: Request) -> FirstAttempt? {
    guard let immediate, request.cachePolicy != .cacheOnly else { return nil }
    let ticket = begin(request)
    var adapted = request
    var token: String?
    let transfer: Result<CurlBody, NetworkError>
    do throws(NetworkError) {
      for interceptor in immediate.interceptors { try interceptor.adapt(&adapted) }
      token = self.token(for: adapted)
      transfer = .success(try immediate.transport.begin(adapted.authorized(token)))
    } catch {
      transfer = .failure(error)
    }
    return FirstAttempt(
      request, adapted: adapted, token: token, ticket: ticket, transfer: transfer, exchange: self)
  }

  /// The response as the interceptors hand it on; with it the request is over.
  func accept(
    _ response: Response, to first: FirstAttempt
  ) throws(NetworkError) -> Response {
    var response = response
    for interceptor in immediate?.interceptors.reversed() ?? [] {
      try interceptor.resolve(&response, to: first.adapted)
    }
    budget.earn()
    var note = LogNote()
    note.take(response)
    end(first.ticket, note)
    return response
  }

  /// The token to send a request with, unless it has one of its own.
  private func token(for request: Request) -> String? {
    guard let authentication = configuration.authentication,
      request.headers["Authorization"] == nil
    else { return nil }
    return authentication.token
  }
}
