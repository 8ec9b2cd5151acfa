import FlyingFox
import Foundation

/// The routes `/posts`, which read pages and write, replace, change in part and delete; at most a thousand, in memory.
actor PostRoutes {
  /// The parts of a post that a request may contain.
  private struct Draft: Decodable {
    var userId: Int?
    var title: String?
    var body: String?
  }

  private var posts = SampleData.posts
  private var lastID = SampleData.posts.count

  private static let capacity = 1000

  nonisolated func add(to routes: inout RoutedHTTPHandler) {
    routes.appendRoute("GET /posts") { try await .page(self.posts, for: $0) }
    routes.appendRoute("GET /posts/:id") { request in
      try await .element(self.posts, for: request) { $0.id }
    }
    routes.appendRoute("POST /posts") { try await self.write($0) }
    routes.appendRoute("PUT /posts/:id") { try await self.change($0, isWhole: true) }
    routes.appendRoute("PATCH /posts/:id") { try await self.change($0, isWhole: false) }
    routes.appendRoute("DELETE /posts/:id") { await self.delete($0) }
  }

  private func write(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let draft = try await draft(request), let title = draft.title else {
      return Self.malformed(request)
    }
    guard posts.count < Self.capacity else {
      return request.problem(
        HTTPStatusCode(507, phrase: "Insufficient Storage"),
        "There are \(Self.capacity) posts; delete some first.",
        "已有 \(Self.capacity) 篇帖子；请先删除一些。")
    }
    lastID += 1
    let post = Post(userID: draft.userId ?? 1, id: lastID, title: title, body: draft.body ?? "")
    posts.append(post)
    return try .json(post, status: .created, headers: [.location: "/posts/\(post.id)"])
  }

  private func change(_ request: HTTPRequest, isWhole: Bool) async throws -> HTTPResponse {
    guard let draft = try await draft(request), !isWhole || draft.title != nil else {
      return Self.malformed(request)
    }
    guard let index = index(request) else { return request.noElement }
    let old = posts[index]
    posts[index] = Post(
      userID: draft.userId ?? (isWhole ? 1 : old.userID), id: old.id,
      title: draft.title ?? old.title, body: draft.body ?? (isWhole ? "" : old.body))
    return try .json(posts[index])
  }

  private func delete(_ request: HTTPRequest) -> HTTPResponse {
    guard let index = index(request) else { return request.noElement }
    posts.remove(at: index)
    return HTTPResponse(statusCode: .noContent)
  }

  private func index(_ request: HTTPRequest) -> Int? {
    posts.firstIndex { "\($0.id)" == request.routeParameters["id"] }
  }

  private func draft(_ request: HTTPRequest) async throws -> Draft? {
    try? JSONDecoder().decode(Draft.self, from: try await request.bodyData)
  }

  private static func malformed(_ request: HTTPRequest) -> HTTPResponse {
    request.problem(
      .unprocessableContent, "Send JSON with a 'title'; 'body' and 'userId' may be left out.",
      "请发送带有“title”的 JSON；“body”和“userId”可以省略。")
  }
}
