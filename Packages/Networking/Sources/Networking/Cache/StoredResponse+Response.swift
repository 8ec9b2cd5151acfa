import Foundation

extension StoredResponse {
  init(_ response: Response, to request: Request, date: Date) {
    let varying = (response.headers["Vary"] ?? "").split(separator: ",").map { name in
      let name = name.trimmingCharacters(in: .whitespaces)
      return Field(name: name, value: request.headers[name] ?? "")
    }
    self.init(
      status: response.status,
      fields: response.headers.fields.map { Field(name: $0.name, value: $0.value) },
      url: response.url, data: response.data, date: date, varying: varying)
  }

  var headers: HTTPHeaders {
    HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
  }

  var response: Response {
    Response(head: ResponseHead(status: status, headers: headers, url: url), data: data)
  }

  /// Whether the request has the headers that the stored answer depended on.
  func matches(_ request: Request) -> Bool {
    varying.allSatisfy { (request.headers[$0.name] ?? "") == $0.value }
  }

  /// The request that asks whether this is still the answer, or `nil` when there is no way to ask.
  func revalidating(_ request: Request) -> Request? {
    let headers = headers
    var request = request
    if let tag = headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return headers["ETag"] == nil && headers["Last-Modified"] == nil ? nil : request
  }
}

/// The directives of `Cache-Control` that matter to a private cache.
struct CacheControl {
  var noStore = false
  var noCache = false
  var mustRevalidate = false
  var maxAge: Int?
  var staleWhileRevalidate: Int?

  init(_ headers: HTTPHeaders) {
    for directive in headers.values("Cache-Control").flatMap({ $0.split(separator: ",") }) {
      let parts = directive.split(separator: "=", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      // A number too large means for ever; one that is none means stale (RFC 9111, 1.2.2, 4.2.1).
      let seconds = parts.count > 1 ? Int(parts[1].filter { $0 != "\"" }) ?? 0 : 0
      switch parts.first {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age": maxAge = seconds
      case "stale-while-revalidate": staleWhileRevalidate = seconds
      default: break
      }
    }
  }
}
