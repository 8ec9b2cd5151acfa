public import Foundation
public import HTTPTypes

/// A response in the cache, with the data that decides how long it is fresh; it contains no secret of its request.
///
/// A custom ``ResponseStorage`` stores its ``bytes``.
public struct StoredResponse: Sendable, Hashable {
  /// The header fields in order, without `Set-Cookie` and without fields that have an invalid value.
  public var headers: HTTPFields
  /// The address that answered, without the values of secrets.
  public var url: URL
  /// The body.
  public var data: Data
  /// The time when the server last sent or confirmed this response.
  public var date: Date
  /// The values of the request headers listed in `Vary`; a secret value is replaced with a name.
  public var varying: [String: String]

  /// Makes a response from its parts.
  public init(
    headers: HTTPFields, url: URL, data: Data, date: Date, varying: [String: String] = [:]
  ) {
    self.headers = headers
    self.url = url
    self.data = data
    self.date = date
    self.varying = varying
  }
}

extension StoredResponse {
  /// Makes the entry for a response, or `nil` if the response may not be stored (RFC 9111, 3 and 4.1).
  init?(
    _ response: Response, to request: Request, date: Date,
    variant: (_ header: HTTPField.Name) -> String
  ) {
    let names = (response.headers[.vary] ?? "").split(separator: ",")
      .map { HTTPField.Name($0.trimmingCharacters(in: .whitespaces)) }
    // `*` is a valid field name, but in `Vary` it means that no headers identify the response.
    guard response.status == 200, names.allSatisfy({ $0 != nil && $0?.rawName != "*" }),
      !CacheControl(response.headers).noStore, !CacheControl(request.headers).noStore,
      let url = URL(string: request.redactor.url(response.url.absoluteString))
    else { return nil }
    var headers = response.headers
    headers.removeAll { $0.name == .setCookie || !HTTPField.isValidValue($0.value) }
    self.init(
      headers: headers, url: url, data: response.data, date: date,
      varying: Dictionary(
        names.compactMap { $0 }.map { ($0.canonicalName, variant($0)) },
        uniquingKeysWith: { first, _ in first }))
  }

  func response(to request: Request) -> Response {
    let url = (try? request.url) ?? url
    var response = Response(
      head: ResponseHead(status: .ok, headers: headers, url: url), data: data)
    response.knownSource = .cache
    response.metrics.attempts = 0
    response.secrets = request.secrets
    return response
  }

  /// Returns the conditional request that revalidates this response, or `nil` if there is no validator.
  func revalidating(_ request: Request) -> Request? {
    var question = request
    // The caller's validators describe the caller's own version, not the stored one.
    question.headers[.ifNoneMatch] = nil
    question.headers[.ifModifiedSince] = nil
    let plain = question
    if let tag = headers.first(.eTag), HTTPField.isValidValue(tag) {
      question.headers[.ifNoneMatch] = tag
    }
    if let date = headers.first(.lastModified), HTTPField.isValidValue(date) {
      question.headers[.ifModifiedSince] = date
    }
    return question == plain || question == request ? nil : question
  }

  /// The response's age in seconds when it was stored, from its `Age` or its `Date` header (RFC 9111, 4.2.3).
  var initialAge: Double {
    let told = headers.first(.age).flatMap(CacheControl.seconds).map(Double.init) ?? 0
    let made = headers.first(.date).flatMap(HTTPDate.parse) ?? date
    return max(told, date.timeIntervalSince(made))
  }

  /// Whether a `304` is about this version: both have the same tag, weak or strong, or at least one has no tag.
  func isVersion(of response: Response) -> Bool {
    func tag(_ headers: HTTPFields) -> Substring? {
      headers.first(.eTag).map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] }
    }
    guard let own = tag(headers), let told = tag(response.headers) else { return true }
    return own == told
  }

  /// The approximate size in memory, in bytes.
  var cost: Int {
    let fields = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
    let varying = varying.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
    return data.count + fields + varying + url.absoluteString.utf8.count + 256
  }
}
