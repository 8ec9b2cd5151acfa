public import Foundation

/// A response with what decides how long it may be used; it holds no secret of its request.
public struct StoredResponse: Sendable, Hashable, Codable {
  /// A header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: String

    /// Makes a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The status code.
  public var status: Int
  /// The header fields in order, without `Set-Cookie`.
  public var fields: [Field]
  /// The address that answered, without the values of secrets.
  public var url: URL
  /// The body.
  public var data: Data
  /// When the server last said that this is its answer.
  public var date: Date
  /// The request headers the server's choice depended on, from `Vary`; of secret ones a name.
  public var varying: [Field]

  /// Makes a stored response.
  public init(
    status: Int = 200, fields: [Field] = [], url: URL, data: Data, date: Date,
    varying: [Field] = []
  ) {
    self.status = status
    self.fields = fields
    self.url = url
    self.data = data
    self.date = date
    self.varying = varying
  }
}

extension StoredResponse {
  /// The part of a response that may be stored, or `nil` when nothing may (RFC 9111, 3 and 4.1).
  init?(
    _ response: Response, to request: Request, date: Date, variant: (_ header: String) -> String
  ) {
    let names = response.headers.values("Vary").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard response.status == 200, !names.contains("*"), !CacheControl(response.headers).noStore,
      !CacheControl(request.headers).noStore,
      let url = URL(string: request.redactor.url(response.url.absoluteString))
    else { return nil }
    self.init(
      status: response.status,
      fields: response.headers.fields.filter { !$0.isNamed("Set-Cookie") }
        .map { Field(name: $0.name, value: $0.value) },
      url: url, data: response.data, date: date,
      varying: names.map { Field(name: $0, value: variant($0)) })
  }

  var headers: HTTPHeaders {
    HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
  }

  /// The stored answer to a request.
  func response(to request: Request) -> Response {
    let url = (try? request.url) ?? url
    var response = Response(
      head: ResponseHead(status: status, headers: headers, url: url), data: data)
    response.source = .cache
    return response
  }

  /// The request that asks whether this is still the answer, or `nil` when there is no way to ask.
  func revalidating(_ request: Request) -> Request? {
    let headers = headers
    var question = request
    if let tag = headers["ETag"], HTTPHeaders.isValue(tag) {
      question.headers["If-None-Match"] = tag
    }
    if let date = headers["Last-Modified"], HTTPHeaders.isValue(date) {
      question.headers["If-Modified-Since"] = date
    }
    return question == request ? nil : question
  }

  /// Bytes it takes in memory, nearly.
  var cost: Int {
    let fields = (fields + varying).reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
    return data.count + fields + url.absoluteString.utf8.count + 256
  }
}
