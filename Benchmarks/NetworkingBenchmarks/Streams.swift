import Foundation
import HTTPTypes
import Networking

/// Measures the streaming of a large body by the bare transport, and by the client, which reads each chunk in its own
/// task so that `cancelAll()` can end it.
func measureStreams(port: Int, size: Int, rounds: Int) async throws {
  let transport = CurlTransport()
  let client = try Client("http://127.0.0.1:\(port)", transport: transport)
  var request = Request(.get, "http://127.0.0.1:\(port)/\(size)")
  request.limits.body = .max
  let sent = request
  var times = [Double.infinity, .infinity]
  var costs = times
  // The minimum of the rounds is used; the first round warms up.
  for round in 0...rounds {
    for way in times.indices {
      let start = ContinuousClock.now
      let busy = processorTime()
      let stream = try await way == 0 ? transport.stream(sent) : client.stream(sent)
      var count = 0
      for try await chunk in stream.body { count += chunk.count }
      precondition(count == size, "The body is short.")
      guard round > 0 else { continue }
      times[way] = min(times[way], (ContinuousClock.now - start) / .nanoseconds(1))
      costs[way] = min(costs[way], processorTime() - busy)
    }
  }
  let rates = times.map { Double(size) / $0 }
  print(
    [
      "networking", "stream", "\(size)", String(format: "%.0f", times[0]), "Client",
      String(format: "%.0f", times[1]), String(format: "%.3f", times[0] / times[1]), "-", "-",
      String(
        format: "ratio is bare/client; %.2f and %.2f GB/s; client/bare %.2f by processor time",
        rates[0], rates[1], costs[1] / costs[0]),
    ].joined(separator: "\t"))
}
