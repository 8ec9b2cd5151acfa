import Bindings
import FlyingFox
import FlyingSocks

/// The ferries that leave the harbour, one a second, as a body that arrives piece by piece.
struct Departures: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The forms of a stream of rows.
  enum Form {
    /// One JSON object per line.
    case lines
    /// Server-sent events (HTML, 9.2).
    case events

    var type: String { self == .lines ? "application/x-ndjson" : "text/event-stream" }
  }

  let form: Form
  let count: Int
  /// The clock for the second between two ferries.
  let clock: any Clock<Duration>
  /// The cause of the request.
  let cause: TraceRecord.ID?

  static func add(
    to routes: inout RoutedHTTPHandler, clock: any Clock<Duration>, _ causes: RequestCauses
  ) {
    routes.appendRoute("GET /departures") { respond(to: $0, .lines, clock, causes) }
    routes.appendRoute("GET /departures/events") { respond(to: $0, .events, clock, causes) }
  }

  private static func respond(
    to request: HTTPRequest, _ form: Form, _ clock: any Clock<Duration>, _ causes: RequestCauses
  ) -> HTTPResponse {
    let count = request.query["count"].map { Int($0) ?? 0 } ?? 5
    guard (1...1000).contains(count) else {
      return request.problem(
        .badRequest, "count is a number from 1 to 1000.", "count 是 1 到 1000 的数。")
    }
    let body = Departures(
      form: form, count: count, clock: clock,
      cause: causes[request.headers[HTTPHeader(RequestCauses.field)]])
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: form.type], body: HTTPBodySequence(from: body))
  }

  func makeAsyncIterator() -> Iterator { Iterator(departures: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate let departures: Departures
    private var number = 0
    private var rest: ArraySlice<UInt8> = []

    fileprivate init(departures: Departures) { self.departures = departures }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      if rest.isEmpty {
        guard number < departures.count else { return nil }
        if number > 0 {
          let clock = departures.clock
          try await Trace.withCause(departures.cause) { try await clock.sleep(for: .seconds(1)) }
        }
        number += 1
        rest = ArraySlice(departures.row(number).utf8)
      }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }

  private static let ferries = ["Lantern", "Kite", "灯塔", "Orchard"]

  private func row(_ number: Int) -> String {
    let ferry = Self.ferries[(number - 1) % Self.ferries.count]
    let object = "{\"number\":\(number),\"ferry\":\"\(ferry)\",\"pier\":\(number % 3 + 1)}"
    return switch form {
    case .lines: object + "\n"
    case .events: "id: \(number)\nevent: departure\ndata: \(object)\n\n"
    }
  }
}
