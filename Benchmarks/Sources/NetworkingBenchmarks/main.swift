// The transport and the client beside a raw socket, libcurl and URLSession: bench networking [--quick].
// For a profiler: --only NAME or --only layer, with --size, --in-flight, --count and --port.
import Foundation
import Networking

if CommandLine.arguments.contains("--serve") { BenchmarkServer.serve() }

/// The value after an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
}

let isQuick = CommandLine.arguments.contains("--quick")
let rounds = isQuick ? 5 : 15
// A server that runs already, for a profiler that cannot follow a second process.
let given = option("--port").flatMap { Int($0) }
let server = given == nil ? try BenchmarkServer() : nil
let port = given ?? server?.port ?? 0
let candidates = try ways(port: port)

if option("--only") == "layer" {
  try await measureClientLayer(count: 1000, rounds: 400, wire: 1)
  exit(0)
}

if let name = option("--only"), let way = candidates.first(where: { $0.name == name }) {
  let inFlight = option("--in-flight").flatMap { Int($0) } ?? 1
  let count = option("--count").flatMap { Int($0) } ?? 20_000
  let start = ContinuousClock.now
  let busy = processorTime()
  try await way.run(option("--size").flatMap { Int($0) } ?? 1954, inFlight, count)
  let time = (ContinuousClock.now - start) / .nanoseconds(1)
  print("\(name): \(Int(time) / count) ns, processor \(Int(processorTime() - busy) / count) ns")
  exit(0)
}

/// Targets of the layer: the least peer/ours.
func target(_ peer: String, size: Int, inFlight: Int) -> Double? {
  switch (peer, size < 10_000, inFlight) {
  case ("raw socket", true, 1): 1 / 1.5
  // What libcurl, a thread and two hand-overs cost without any Swift; ours may add 15 %.
  case ("libcurl, own thread", true, 1), ("libcurl, own thread", true, 16): 1 / 1.15
  case ("URLSession", true, 1): 3
  case ("URLSession", true, 16): 8
  case ("Client", true, 1): 1 / 1.1
  default: nil
  }
}

var wire = 0.0
print("layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote")
for (size, base) in [(1954, 1000), (1 << 20, 100)] {
  for inFlight in [1, 16, 64] {
    let count = base * (inFlight == 1 ? 1 : 4) / (isQuick ? 2 : 1)
    var samples = [[Double]](repeating: [], count: candidates.count)
    var processor = samples
    for round in 0...rounds {
      for (index, way) in candidates.enumerated() {
        let start = ContinuousClock.now
        let busy = processorTime()
        try await way.run(size, inFlight, count)
        let time = (ContinuousClock.now - start) / .nanoseconds(1)
        // The first round warms up.
        guard round > 0 else { continue }
        samples[index].append(time / Double(count / inFlight * inFlight))
        processor[index].append((processorTime() - busy) / Double(count / inFlight * inFlight))
      }
    }
    // The quietest round of each: what others do on the machine only ever adds.
    let times = samples.map { $0.min() ?? 0 }
    let costs = processor.map { $0.min() ?? 0 }
    let blocking = candidates.firstIndex { $0.name == "libcurl, blocking" } ?? 0
    if size < 10_000, inFlight == 1 { wire = costs[0] }
    for (index, way) in candidates.enumerated().dropFirst() {
      let ratio = times[index] / times[0]
      // For the client the question is what it adds, so its ratio is turned around.
      let isClient = way.name == "Client"
      let goal = target(way.name, size: size, inFlight: inFlight)
      let value = isClient ? 1 / ratio : ratio
      let met = goal.map { value >= $0 ? "yes" : "no" } ?? "-"
      var note = "\(inFlight) in flight; processor \(Int(costs[0])) and \(Int(costs[index])) ns"
      if isClient { note += "; ratio is bare/client" }
      if way.name == "raw socket" {
        let floor = times[blocking] / times[index]
        note += String(format: "; libcurl's own blocking call takes %.2f times as long", floor)
      }
      print(
        [
          "networking", "get", "\(size)", String(format: "%.0f", times[0]), way.name,
          String(format: "%.0f", times[index]), String(format: "%.3f", value),
          goal.map { String(format: "%.2f", $0) } ?? "-", met, note,
        ].joined(separator: "\t"))
    }
  }
}
try await measureClientLayer(count: 1000, rounds: isQuick ? 100 : 400, wire: wire)
try await measureDownload(port: port, size: isQuick ? 256 << 20 : 1 << 30)
