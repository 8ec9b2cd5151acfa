import Bindings
import Foundation
import HTTPTypes
import Models
import Networking
import REPLKit
import ViewModels

/// The workshop's API, to explore by hand: each request leaves its time, header and log line.
///
/// ```
/// net.get("/posts/7")
/// net.model         // "Post"
/// net.last          // "GET http://127.0.0.1:40123/posts/7 200 122 B 1.8 ms"
/// watch net.progress
/// net.download("/files/tides.csv", to: "tides.csv")
/// watch net.row
/// net.stream("/departures") &
/// ```
@MainActor
@ViewModel
final class NetworkExplorer {
  /// A request and its outcome.
  struct Line: Codable, Equatable, Sendable {
    /// The method and the path.
    var request: String
    /// The status; `nil` without an answer.
    var status: Int?
    /// The reason of a failure, or the source of the answer.
    var outcome: String
    /// The severity of the outcome: `info`, `warning` or `error`.
    var level: String
    /// Bytes of body.
    var bytes: Int
    /// The whole time in milliseconds, with retries.
    var ms: Double
    /// The number of attempts.
    var attempts: Int
  }

  /// The progress of an upload or a download.
  struct Progress: Codable, Equatable, Sendable {
    /// The method and the path.
    var request: String
    /// Bytes so far.
    var bytes: Int
    /// Bytes in all; `nil` if unknown.
    var total: Int?
    /// The share from 0 to 1; `nil` if the total is unknown.
    var share: Double?
  }

  /// The last request in one line: its address, the status, the size and the time.
  fileprivate(set) var last: String?
  /// The phases of the last request, in milliseconds from its start.
  fileprivate(set) var timings: [String: Double] = [:]
  /// The header of the last answer.
  fileprivate(set) var headers: [String: String] = [:]
  /// The model of the last answer by its path, such as `Post` or `Array<Post>`, or why the answer does not fit; `nil`
  /// for a path without a model.
  fileprivate(set) var model: String?
  /// The last two hundred requests, including those of the login.
  fileprivate(set) var log: [Line] = []
  /// The progress of the last upload or download.
  fileprivate(set) var progress: Progress?
  /// The last row that `stream` got.
  fileprivate(set) var row: DynamicValue = .null
  /// The last thousand rows of the last stream.
  fileprivate(set) var rows: [DynamicValue] = []

  /// The API's answer to GET; from the cache while that is fresh, or as `cache` says.
  @Command(policy: .parallel(max: 8))
  func get(
    _ path: String, query: [String: String] = [:], cache: String = "cacheElseLoad"
  ) async throws -> DynamicValue {
    var request = try Self.request(.get, path, query: query)
    request.cachePolicy = try Self.policy(cache)
    return try await send(request)
  }

  /// The header of the API's answer to HEAD.
  @Command(policy: .parallel(max: 8))
  func head(_ path: String) async throws -> [String: String] {
    _ = try await send(try Self.request(.head, path))
    return headers
  }

  /// The methods of a path, from the API's answer to OPTIONS.
  @Command(policy: .parallel(max: 8))
  func options(_ path: String) async throws -> [String] {
    _ = try await send(try Self.request(.options, path))
    let methods = headers.first { $0.key.lowercased() == "allow" }?.value ?? ""
    return methods.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Sends a value as JSON and shows the answer.
  @Command(policy: .parallel(max: 8))
  func post(_ path: String, body: DynamicValue) async throws -> DynamicValue {
    try await send(.post, path, body)
  }

  /// Replaces the present value by another one as JSON, and shows the answer.
  @Command(policy: .parallel(max: 8))
  func put(_ path: String, body: DynamicValue) async throws -> DynamicValue {
    try await send(.put, path, body)
  }

  /// Changes some members of a value, and shows the answer.
  @Command(policy: .parallel(max: 8))
  func patch(_ path: String, body: DynamicValue) async throws -> DynamicValue {
    try await send(.patch, path, body)
  }

  /// Deletes the present value, and shows the answer.
  @Command(policy: .parallel(max: 8))
  func delete(_ path: String) async throws -> DynamicValue {
    try await send(try Self.request(.delete, path))
  }

  /// Sends a file with PUT, with its progress in `progress`, and shows the answer.
  @Command(policy: .queue(max: 8))
  func upload(_ path: String, file: String) async throws -> DynamicValue {
    var request = try Self.request(.put, path)
    request.body = .file(Self.located(file))
    let transfer = try await api.client().upload(request)
    return await shown(try await follow(transfer, .upload, Self.name(of: request)))
  }

  /// Saves the content of a path to a file, with its progress in `progress`; returns the number of bytes.
  ///
  /// An existing file stays, unless it may be replaced. An interrupted download continues where it stopped.
  @Command(policy: .queue(max: 8))
  func download(_ path: String, to file: String, replacing: Bool = false) async throws -> Int {
    let request = try Self.request(.get, path)
    let place = files?.appending(path: UUID().uuidString) ?? Self.located(file)
    guard replacing || !FileManager.default.fileExists(atPath: place.path) else {
      throw Message(
        "there is a file '\(file)' already; replacing: true writes over it",
        "文件“\(file)”已存在；加 replacing: true 可覆盖")
    }
    let transfer = try await api.client().download(request, to: place)
    return Int(clamping: try await follow(transfer, .download, Self.name(of: request)).size)
  }

  /// Reads JSON lines or server-sent events as they arrive, each into `row` and `rows`; returns their number.
  ///
  /// A new stream ends the previous one.
  @Command(policy: .restart)
  func stream(_ path: String, query: [String: String] = [:]) async throws -> Int {
    var request = try Self.request(.get, path, query: query)
    request.headers[.accept] = "text/event-stream, application/x-ndjson, application/json"
    let stream: ResponseStream
    defer { refresh() }
    do {
      stream = try await api.client().stream(request)
    } catch {
      throw noted(error)
    }
    headers = Self.fields(stream.head.headers)
    batch {
      row = .null
      rows = []
    }
    let type = stream.head.headers[.contentType]?.lowercased() ?? ""
    var count = 0
    if type.hasPrefix("text/event-stream") {
      for try await event in stream.body.events() { count += show(Self.row(of: event)) }
    } else {
      for try await line in stream.body.lines() where !line.isEmpty {
        count += show(Self.row(of: line))
      }
    }
    return count
  }

  private let api: WorkshopAPI
  /// The folder for the downloads of a replay, in place of the requested files.
  private let files: URL?

  init(api: WorkshopAPI, files: URL? = nil) { (self.api, self.files) = (api, files) }

  /// Takes over the entries of the client's log.
  func refresh() {
    let entries = api.log.entries
    log = entries.compactMap(Line.init)
    guard let entry = entries.last(where: { $0.duration != nil }) else { return }
    last = entry.description
    timings = entry.metrics.map(Self.phases) ?? [:]
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: DynamicValue
  ) async throws -> DynamicValue {
    var request = try Self.request(method, path)
    request.body = try .json(body)
    return try await send(request)
  }

  private func send(_ request: Request) async throws -> DynamicValue {
    defer { refresh() }
    var request = request
    // The cache would keep the address for all later sessions.
    if Trace.hidesValues, request.cachePolicy != .returnCacheDataDontLoad {
      request.cachePolicy = .ignoreCache
    }
    do {
      return await shown(try await api.client().send(request))
    } catch {
      throw noted(error)
    }
  }

  /// Returns the value of an answer, and keeps its header.
  private func shown(_ response: Response) async -> DynamicValue {
    let (value, model) = await Self.decoded(response)
    headers = Self.fields(response.headers)
    self.model = model
    return value
  }

  /// Adds the beginning of the server's text to an error, and keeps the header of the answer.
  private func noted(_ error: any Error) -> any Error {
    guard var error = error as? NetworkError, let response = error.response else { return error }
    headers = Self.fields(response.headers)
    let text = response.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if error.code == .badStatus, !text.isEmpty {
      let cause = Message(verbatim: "\(text.prefix(Self.mostOfError))")
      error.cause = cause
      error.message = "The server answered \(response.status.code): \(cause)"
    }
    return error
  }

  /// The number of characters of an answer that an error shows.
  private static let mostOfError = 300

  /// Shows a row, which may be watched; returns 1, for counting.
  private func show(_ value: DynamicValue) -> Int {
    batch {
      row = value
      if rows.count >= Self.rowsKept { rows.removeFirst() }
      rows.append(value)
    }
    return 1
  }

  private static let rowsKept = 1000

  /// Returns the outcome of a transfer, and shows its progress in the meantime.
  private func follow<Output>(
    _ transfer: Transfer<Output>, _ direction: TransferProgress.Direction, _ name: String
  ) async throws -> Output {
    defer { refresh() }
    for await step in transfer.progress where step.direction == direction {
      progress = Progress(
        request: name, bytes: Int(clamping: step.completed),
        total: step.total.map { Int(clamping: $0) },
        share: step.fraction.map { ($0 * 1000).rounded() / 1000 })
    }
    do { return try await transfer.value } catch { throw noted(error) }
  }
}
