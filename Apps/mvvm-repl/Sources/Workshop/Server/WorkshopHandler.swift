import Bindings
import FlyingFox
import Foundation
import NetworkingSimulation
import REPLKit

/// The handler before all routes: the log, the switches, and `304` for an answer that the client already has.
actor WorkshopHandler: HTTPHandler {
  private let routes: RoutedHTTPHandler
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  private let causes: RequestCauses
  private var random: SeededRandom
  private var minute: (start: Date, count: Int)?
  /// The last requests and their answers, one line each, the oldest first.
  private(set) var lines: [String] = []

  private static let linesKept = 500

  var switches: WorkshopSwitches {
    didSet {
      random = SeededRandom(seed: switches.seed)
      minute = nil
    }
  }

  init(
    routes: RoutedHTTPHandler, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    switches: WorkshopSwitches, causes: RequestCauses
  ) {
    self.causes = causes
    self.routes = routes
    self.now = now
    self.clock = clock
    self.switches = switches
    random = SeededRandom(seed: switches.seed)
  }

  func setSwitches(_ switches: WorkshopSwitches) {
    self.switches = switches
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await answer(request)
    let size = response.length.map { "\($0) B" } ?? "as it arrives"
    if lines.count >= Self.linesKept { lines.removeFirst() }
    lines.append(
      "\(request.method.rawValue) \(request.target.rawValue) \(response.statusCode.code) \(size)")
    return request.method == .HEAD ? response.withoutBody : response
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let wait = overLimit() {
      var response = request.problem(
        .tooManyRequests,
        "More requests than the switch allows; wait \(wait) s.",
        "请求数超过了开关允许的数目；请等 \(wait) 秒。")
      response.headers[HTTPHeader("Retry-After")] = "\(wait)"
      return response
    }
    let fails =
      switches.failureRate > 0
      && Double.random(in: 0..<1, using: &random) < switches.failureRate
    if switches.delay > .zero {
      let delay = switches.delay
      let cause = causes[request.headers[HTTPHeader(RequestCauses.field)]]
      try await Trace.withCause(cause) { try await clock.sleep(for: delay) }
    }
    guard !fails else {
      return request.problem(
        .internalServerError,
        "Bad Network: the failure switch is on.",
        "网络不好：服务器被设为出错（:server fail）。")
    }
    // HEAD gets the answer of GET without the body.
    var request = request
    if request.method == .HEAD { request.method = .GET }
    if request.method == .OPTIONS { return Self.methods(for: request) }
    do {
      return try await revalidated(try await routes.handleRequest(request), for: request)
    } catch is HTTPUnhandledError {
      return request.problem(
        .notFound,
        "There is no \(request.method.rawValue) \(request.path); ask GET / for the list.",
        "没有 \(request.method.rawValue) \(request.path)；GET / 列出全部。")
    }
  }

  /// The methods of a path, or `404`.
  private static func methods(for request: HTTPRequest) -> HTTPResponse {
    let path = request.path
    let segments = path.split(separator: "/")
    let methods = ReadRoutes.list.compactMap { route -> String? in
      let words = route.split(separator: " ")
      let pattern = words[1].prefix { $0 != "?" }.split(separator: "/")
      let matches = zip(pattern, segments).allSatisfy { $0 == $1 || $0.contains("{") }
      return matches && pattern.count == segments.count ? String(words[0]) : nil
    }
    guard !methods.isEmpty else {
      return request.problem(
        .notFound, "There is no \(path); ask GET / for the list.", "没有 \(path)；GET / 列出全部。")
    }
    let reading = methods.contains("GET") ? ["HEAD"] : []
    var response = HTTPResponse(statusCode: .noContent)
    response.headers[HTTPHeader("Allow")] = (methods + reading + ["OPTIONS"]).joined(
      separator: ", ")
    return response
  }

  /// Returns the seconds to wait if the limit of this minute is used up.
  private func overLimit() -> Int? {
    guard let limit = switches.requestsPerMinute else { return nil }
    let now = now()
    var current = minute ?? (now, 0)
    let age = now.timeIntervalSince(current.start)
    if age >= 60 || age < 0 { current = (now, 0) }
    current.count += 1
    minute = current
    guard current.count > limit else { return nil }
    return max(1, Int((60 - now.timeIntervalSince(current.start)).rounded(.up)))
  }

  /// Returns the response with a version, or `304` when the request names that version.
  private func revalidated(
    _ response: HTTPResponse, for request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard request.method == .GET, response.statusCode == .ok, response.length != nil else {
      return response
    }
    // The same body has the same tag in every run.
    let tag = "\"\(try await response.bodyData.stableHash)\""
    let isKnown = request.headers[HTTPHeader("If-None-Match")] == tag
    var answer = isKnown ? HTTPResponse(statusCode: .notModified) : response
    answer.headers[HTTPHeader("ETag")] = tag
    return answer
  }
}
