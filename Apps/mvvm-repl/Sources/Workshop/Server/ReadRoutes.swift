import FlyingFox
import Foundation

/// The routes that only read sample data, which is the same in every run.
enum ReadRoutes {
  private struct Index: Encodable {
    var routes: [String]
  }

  static let list = [
    "GET /", "GET /posts", "GET /posts/{id}", "POST /posts", "PUT /posts/{id}", "PATCH /posts/{id}",
    "DELETE /posts/{id}", "GET /photos", "GET /photos/{id}", "GET /scenics", "GET /hotels",
    "GET /books?q=TEXT", "GET /stories", "GET /waybills?status=WORD",
    "GET /news/newslist-s{size}-l{cursor}.json", "GET /images/{folder}/{name}", "GET /files",
    "GET /files/{name}", "PUT /files/{name}", "DELETE /files/{name}", "GET /departures?count=N",
    "GET /departures/events?count=N", "POST /login", "POST /orders",
  ]

  static func add(to routes: inout RoutedHTTPHandler) {
    routes.appendRoute("GET /") { _ in try .json(Index(routes: list)) }
    routes.appendRoute("GET /photos") { try .page(SampleData.photos, for: $0) }
    routes.appendRoute("GET /photos/:id") { request in
      try .element(SampleData.photos, for: request) { $0.id }
    }
    routes.appendRoute("GET /scenics") { _ in .document("scenics.json") }
    routes.appendRoute("GET /hotels") { _ in .document("hotels.json") }
    routes.appendRoute("GET /books") { request in
      let text = request.query["q"] ?? ""
      let books = SampleData.books.filter {
        text.isEmpty || $0.title.contains(text) || $0.summary.contains(text)
      }
      return try .json(BookSearch(books: books))
    }
    routes.appendRoute("GET /waybills") { request in
      guard let word = request.query["status"] else { return try .json(SampleData.waybills) }
      guard let status = Waybill.Status(rawValue: word) else {
        return request.problem(
          .badRequest, "The status is toCollect, toDeliver or delivered.",
          "status 可以是 toCollect、toDeliver 或 delivered。")
      }
      return try .json(SampleData.waybills.filter { $0.status == status })
    }
    routes.appendRoute("GET /stories") { _ in try .json(DailyPaper(stories: SampleData.stories)) }
    routes.appendRoute("GET /news/:page") { request in
      guard let page = NewsPage(request.routeParameters["page"] ?? "") else {
        return request.problem(
          .badRequest, "Write the page as newslist-s30-l0.json.", "页面写成 newslist-s30-l0.json。")
      }
      return try .json(page.answer)
    }
  }
}

extension HTTPResponse {
  /// All elements, or those of the page that `_page` (from 1) and `_limit` ask for.
  static func page(
    _ elements: [some Encodable], for request: HTTPRequest
  ) throws -> HTTPResponse {
    let limit = request.query["_limit"].map { Int($0) ?? 0 } ?? elements.count
    let page = request.query["_page"].map { Int($0) ?? 0 } ?? 1
    guard (1...1000).contains(limit), (1...100_000).contains(page) else {
      return request.problem(
        .badRequest, "_page and _limit are numbers from 1.", "_page 和 _limit 是从 1 开始的数。")
    }
    return try .json(
      Array(elements.dropFirst((page - 1) * limit).prefix(limit)),
      headers: [HTTPHeader("X-Total-Count"): "\(elements.count)"])
  }

  /// The element with the number in the path, or `404`.
  static func element<Element: Encodable>(
    _ elements: [Element], for request: HTTPRequest, identifiedBy: (Element) -> Int
  ) throws -> HTTPResponse {
    let id = request.routeParameters["id"]
    guard let element = elements.first(where: { "\(identifiedBy($0))" == id }) else {
      return request.noElement
    }
    return try .json(element)
  }
}

extension HTTPRequest {
  /// The answer when no element has the number in the path.
  var noElement: HTTPResponse {
    let id = routeParameters["id"] ?? ""
    return problem(
      .notFound, "There is no element \(id); ids begin at 1.", "没有 \(id) 这一项；id 从 1 开始。")
  }
}
