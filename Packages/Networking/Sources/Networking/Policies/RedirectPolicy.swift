import Foundation
import HTTPTypes

/// The policy for following redirects.
///
/// To another origin (scheme, host or port), only headers known to be harmless are sent: content negotiation (`Accept`
/// and similar), conditions (`If-Match` …), `Range`, `User-Agent`, `Cache-Control`, and headers that describe a body
/// that is sent, too. A loop and a change from https to http are refused (RFC 9110, 15.4; Fetch, 4.4).
///
/// ```swift
/// configuration.redirects = .none   // 3xx arrives as a bad status
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// The maximum number of redirects per request.
  public var maximum: Int

  /// Makes a policy.
  public init(maximum: Int = 10) {
    self.maximum = maximum
  }

  /// The default policy: up to ten redirects, never from https to http.
  public static let standard = RedirectPolicy()
  /// No redirects; a redirect is returned like any other response.
  public static let none = RedirectPolicy(maximum: 0)

  /// Returns the request that follows a redirect; `visited` contains the addresses of this request so far.
  ///
  /// - Returns: The next request, or `nil` if the response is not a redirect to follow.
  /// - Throws: ``NetworkError/Code/redirectRefused``.
  func next(
    after request: Request, _ head: ResponseHead, visited: [String]
  ) throws(NetworkError) -> Request? {
    guard maximum > 0, [301, 302, 303, 307, 308].contains(head.status),
      let location = head.headers.first(.location)
    else { return nil }
    guard visited.count <= maximum else {
      throw refused("more than \(maximum) redirects", request)
    }
    let reference = URLText.encoded(location)
    guard let target = URL(string: reference, relativeTo: head.url)?.absoluteURL else {
      throw refused("'\(request.redactor.url(location))' is not an address", request)
    }
    let address = Request(request.method, url: target)
    var next = request
    (next.scheme, next.host, next.port) = (address.scheme, address.host, address.port)
    (next.path, next.fixedQuery, next.query) = (address.path, address.fixedQuery, [])
    guard let text = try? next.urlText else {
      throw refused(
        "'\(request.redactor.url(location))' is not an http or https address", request)
    }
    guard request.scheme?.lowercased() != "https" || next.scheme == "https" else {
      throw refused("it leads from https to http", request)
    }
    let becomesGet =
      head.status == 303 && request.method != .head
      || [301, 302].contains(head.status) && request.method == .post
    if becomesGet {
      next.method = .get
      next.body = .empty
      next.headers.removeAll { HTTPField.ofBody.contains($0.name.canonicalName) }
    }
    guard !next.body.isSpent else {
      throw refused("the stream of the body cannot be sent again", request)
    }
    if next.origin != request.origin {
      let moved = next
      next.headers.removeAll { !moved.mayCrossOrigins($0) }
    }
    guard !visited.contains("\(next.method) \(text)") else {
      throw refused("it is a loop", request)
    }
    return next
  }

  private func refused(_ why: String, _ request: Request) -> NetworkError {
    NetworkError(
      .redirectRefused, "The redirect was not followed: \(why). Fix the server or its address.",
      request: request.summary, attempts: 1)
  }
}
