public import Foundation
public import HTTPTypes

/// A response with what decides how long it may be used; it holds no secret of its request.
///
/// A ``ResponseStorage`` of your own keeps its ``bytes``.
public struct StoredResponse: Sendable, Hashable {
  /// The header fields in order, without `Set-Cookie` and those that may not be sent back.
  public var headers: HTTPFields
  /// The address that answered, without the values of secrets.
  public var url: URL
  /// The body.
  public var data: Data
  /// When the server last said that this is its answer.
  public var date: Date
  /// The request headers the server's choice depended on, from `Vary`; of secret ones a name.
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
  /// The part of a response that may be stored, or `nil` when nothing may (RFC 9111, 3 and 4.1).
  init?(
    _ response: Response, to request: Request, date: Date,
    variant: (_ header: HTTPField.Name) -> String
  ) {
    let names = (response.headers[.vary] ?? "").split(separator: ",")
      .map { HTTPField.Name($0.trimmingCharacters(in: .whitespaces)) }
    // `*` is the name of a field, too, but means that nothing can tell the answers apart.
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

  /// The request that asks whether this is still the answer, or `nil` when there is no way to ask.
  func revalidating(_ request: Request) -> Request? {
    var question = request
    // The caller's are about a version of the caller's own.
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

  /// The seconds since it was made until it was stored, by its `Age` or its `Date` (RFC 9111, 4.2.3).
  var initialAge: Double {
    let told = headers.first(.age).flatMap(CacheControl.seconds).map(Double.init) ?? 0
    let made = headers.first(.date).flatMap(HTTPDate.parse) ?? date
    return max(told, date.timeIntervalSince(made))
  }

  /// Whether a `304` is about this version: its tag is the same, weak or strong, or one of them has none.
  func isVersion(of response: Response) -> Bool {
    func tag(_ headers: HTTPFields) -> Substring? {
      headers.first(.eTag).map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] }
    }
    guard let own = tag(headers), let told = tag(response.headers) else { return true }
    return own == told
  }

  /// Bytes it takes in memory, nearly.
  var cost: Int {
    let fields = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
    let varying = varying.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
    return data.count + fields + varying + url.absoluteString.utf8.count + 256
  }
}
