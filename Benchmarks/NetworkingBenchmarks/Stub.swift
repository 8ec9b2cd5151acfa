import Foundation
import HTTPTypes
import Networking

/// A transport that responds at once from memory, so that only the client's own work is measured.
struct StubTransport: Transport {
  let head: ResponseHead
  let data: Data

  init(size: Int) throws {
    head = ResponseHead(
      status: 200, headers: [.contentType: "application/json", .contentLength: "\(size)"],
      url: try Request(.get, "http://stub/posts").url)
    data = Data(repeating: 120, count: size)
  }

  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    ResponseStream(head: head, body: ResponseBody(data))
  }
}

/// Measures the processor time per request of interceptors, retries, the log and coalescing, beside that of a request
/// on the wire.
func measureClientLayer(count: Int, rounds: Int, wire: Double) async throws {
  let transport = try StubTransport(size: 1954)
  var configuration = Networking.Client.Configuration()
  configuration.interceptors = [CommonParameters(headers: [.accept: "*/*"])]
  let client = try Networking.Client(
    "http://stub", transport: transport, configuration: configuration)
  let relative = Request(.get, "/posts", headers: [.from: "1"])
  let absolute = Request(.get, "http://stub/posts", headers: [.from: "1"])
  // Among many short rounds, some find the machine quiet.
  var (layered, bare) = (Double.infinity, Double.infinity)
  for _ in 0..<rounds {
    let start = processorTime()
    for _ in 0..<count { try await client.send(relative) }
    let middle = processorTime()
    for _ in 0..<count { _ = try await transport.send(absolute) as Response }
    layered = min(layered, middle - start)
    bare = min(bare, processorTime() - middle)
  }
  let cost = (layered - bare) / Double(count)
  print(
    [
      "networking", "client layer", "1954", String(format: "%.0f", cost), "request on the wire",
      String(format: "%.0f", wire), String(format: "%.3f", wire / cost), "20000 ns",
      cost < 20_000 ? "yes" : "no", "processor time of a request over that of the bare transport",
    ].joined(separator: "\t"))
}
