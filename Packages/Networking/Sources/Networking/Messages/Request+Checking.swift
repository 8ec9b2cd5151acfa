extension Request {
  /// Refuses what no transport may send, such as a header that would smuggle in a second one.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest``.
  package func check() throws(NetworkError) {
    guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(isTokenByte) else {
      throw NetworkError(.invalidRequest, "‘\(method)’ is not an HTTP method; use a word like GET.")
    }
    for field in headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte),
        HTTPHeaders.isValue(field.value)
      else {
        throw NetworkError(
          .invalidRequest,
          "The header \(field.name.debugDescription) holds a line break or another character that is not allowed; remove it."
        )
      }
    }
  }

  /// Refuses a body beyond the request's limit.
  ///
  /// - Throws: ``NetworkError/Code/tooLarge``.
  package func checkBody(_ size: Int64) throws(NetworkError) {
    guard let limit = limits.body ?? Limits.standard.body, size > limit else { return }
    throw .bodyTooLarge(limit)
  }
}

extension NetworkError {
  static func bodyTooLarge(_ limit: Int64) -> NetworkError {
    NetworkError(
      .tooLarge, "The body goes beyond \(limit) bytes; raise limits.body if this is right.")
  }

  /// This error with the request it happened to.
  package func of(_ request: Request, attempts: Int = 1) -> NetworkError {
    var copy = self
    if copy.request == nil { copy.request = request.summary }
    if copy.attempts == 0 { copy.attempts = attempts }
    return copy
  }
}
