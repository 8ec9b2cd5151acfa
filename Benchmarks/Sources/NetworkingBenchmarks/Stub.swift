import Foundation
import Networking

/// Answers at once from memory, so that what is left is the client's own work.
struct StubTransport: Transport {
  let head: ResponseHead
  let data: Data

  init(size: Int) throws {
    head = ResponseHead(
      status: 200, headers: ["Content-Type": "application/json", "Content-Length": "\(size)"],
      url: try Request(.get, "http://stub/posts").url)
    data = Data(repeating: 120, count: size)
  }

  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    ResponseStream(head: head, body: ResponseBody(data))
  }
}

/// Measures what interceptors, retry, log and sharing cost a request that needs a task of its own,
/// in processor time, and compares it with what a request costs on the wire.
func measureClientLayer(count: Int, rounds: Int, wire: Double) async throws {
  let transport = try StubTransport(size: 1954)
  var configuration = Networking.Client.Configuration()
  configuration.interceptors = [CommonParameters(headers: ["Accept": "*/*"])]
  let client = try Networking.Client(
    "http://stub", transport: transport, configuration: configuration)
  let relative = Request(.get, "/posts", headers: ["X-Task": "1"])
  let absolute = Request(.get, "http://stub/posts", headers: ["X-Task": "1"])
  // Many short rounds, of which some meet a quiet machine.
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
      String(format: "%.0f", wire), String(format: "%.3f", wire / cost), "-", "-",
      "processor ns in a task of its own, which a transport in memory needs and libcurl's does not",
    ].joined(separator: "\t"))
}
