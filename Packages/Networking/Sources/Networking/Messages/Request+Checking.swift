import HTTPTypes

extension Request {
  /// Refuses requests that no transport may send, such as one with a control character in a header.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest``.
  package func check() throws(NetworkError) {
    // The types of names and methods only allow tokens, and HTTPTypes replaces a line break in a value with a space.
    for field in headers where !HTTPField.isValidValue(field.value) {
      throw .invalid(
        "The header \(field.name) holds a control character, which is not allowed; remove it.")
    }
    guard body.contentType.map(HTTPField.isValidValue) ?? true else {
      throw .invalid(
        "The media type of the body holds a line break or another character that is not allowed; correct it."
      )
    }
    guard method != .head || body.isEmpty else {
      throw .invalid("A HEAD request has no body; remove it, or use another method.")
    }
    guard headers[.transferEncoding] == nil else { throw .wrongFraming(.transferEncoding) }
    // A wrong length would make the server read the rest of the body, or the next request, as something else.
    if let length = headers[.contentLength], length != (try body.length).map(String.init) {
      throw .wrongFraming(.contentLength)
    }
  }

  /// Refuses a body that exceeds the request's limit.
  ///
  /// - Throws: ``NetworkError/Code/tooLarge``.
  package func checkBody(_ size: Int64) throws(NetworkError) {
    guard let limit = limits.body ?? Limits.standard.body, size > limit else { return }
    throw .bodyTooLarge(limit)
  }
}

extension NetworkError {
  fileprivate static func wrongFraming(_ name: HTTPField.Name) -> NetworkError {
    NetworkError(
      .invalidRequest,
      "The header \(name) does not fit the body; remove it: the transport says how long a body is.")
  }

  static func bodyTooLarge(_ limit: Int64) -> NetworkError {
    NetworkError(
      .tooLarge, "The body goes beyond \(limit) bytes; raise limits.body if this is right.")
  }

  /// Returns this error with the failed request.
  package func of(_ request: Request, attempts: Int = 1) -> NetworkError {
    var copy = self
    if copy.request == nil { copy.request = request.summary }
    if copy.attempts == 0 { copy.attempts = attempts }
    return copy
  }
}
