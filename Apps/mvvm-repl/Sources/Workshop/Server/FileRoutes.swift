import FlyingFox
import Foundation

/// The routes `/files`: uploads, kept in memory, and one file that is large enough for a visible download.
actor FileRoutes {
  private struct Entry: Encodable {
    var name: String
    var bytes: Int
  }

  private var files = ["tides.csv": FileRoutes.tides]

  private static let capacity = 16
  private static let largest = 8 << 20

  nonisolated func add(to routes: inout RoutedHTTPHandler) {
    routes.appendRoute("GET /files") { _ in try await .json(self.list) }
    routes.appendRoute("GET /files/:name") { await self.content($0) }
    routes.appendRoute("PUT /files/:name") { try await self.keep($0) }
    routes.appendRoute("DELETE /files/:name") { await self.delete($0) }
  }

  private var list: [Entry] {
    files.map { Entry(name: $0.key, bytes: $0.value.count) }.sorted { $0.name < $1.name }
  }

  private func content(_ request: HTTPRequest) -> HTTPResponse {
    guard let data = files[Self.name(request)] else { return Self.missing(request) }
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: "application/octet-stream"], body: data)
  }

  private func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
    let name = Self.name(request)
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard let length, length <= Self.largest else {
      return request.problem(
        .payloadTooLarge, "A file has at most \(Self.largest) bytes, and says how many.",
        "文件最多 \(Self.largest) 字节，并且要写明有多少。")
    }
    let data = try await request.bodyData
    let isNew = files[name] == nil
    guard !isNew || files.count < Self.capacity else {
      return request.problem(
        .payloadTooLarge, "There are \(Self.capacity) files; delete one first.",
        "已有 \(Self.capacity) 个文件；请先删除一个。")
    }
    files[name] = data
    return try .json(
      Entry(name: name, bytes: data.count), status: isNew ? .created : .ok)
  }

  private func delete(_ request: HTTPRequest) -> HTTPResponse {
    files.removeValue(forKey: Self.name(request)) == nil
      ? Self.missing(request) : HTTPResponse(statusCode: .noContent)
  }

  private static func name(_ request: HTTPRequest) -> String {
    request.routeParameters["name"] ?? ""
  }

  private static func missing(_ request: HTTPRequest) -> HTTPResponse {
    request.problem(
      .notFound, "There is no such file; GET /files lists them.", "没有这个文件；GET /files 列出全部。")
  }

  /// A file of 140 000 bytes, which takes a slow network more than four seconds.
  private static let tides = Data(
    (0..<10_000).map { "\(10_000 + $0),\(1_000_000 + $0 * 37)\n" }.joined().utf8)
}
