// The transport and the client, compared with a raw socket, libcurl and URLSession: bench networking [--quick].
// For a profiler: --only NAME, --only layer or --only streams, with --size, --in-flight, --count and --port.
import Foundation
import Networking

if CommandLine.arguments.contains("--serve") { BenchmarkServer.serve() }
let isOnOneProcessor = CommandLine.arguments.contains("--one-processor")
if isOnOneProcessor, !stayOnOneProcessor() { exit(0) }

/// Returns the value after an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
}

let isQuick = CommandLine.arguments.contains("--quick")
let rounds = isQuick ? 5 : 15
// The port of a running server, for a profiler that cannot follow a second process.
let given = option("--port").flatMap { Int($0) }
let server = given == nil ? try BenchmarkServer() : nil
let port = given ?? server?.port ?? 0
let candidates = try ways(port: port)

if option("--only") == "layer" {
  let count = option("--count").flatMap { Int($0) } ?? 400_000
  try await measureClientLayer(count: 1000, rounds: count / 1000, wire: 1)
  exit(0)
}

if option("--only") == "streams" {
  try await measureStreams(port: port, size: 256 << 20, rounds: rounds)
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

if isOnOneProcessor {
  // Among many short rounds, some are not disturbed by other programs.
  let table = Comparison(candidates, rounds: rounds * 4, isOnOneProcessor: true)
  try await table.run(size: 1954, inFlight: 1, count: 300)
  try await table.run(size: 1 << 20, inFlight: 1, count: 25)
  exit(0)
}
let table = Comparison(candidates, rounds: rounds, isOnOneProcessor: false)
Comparison.printHeader()
var wire = 0.0
for (size, base) in [(1954, 1000), (1 << 20, 100)] {
  for inFlight in [1, 16, 64] {
    let count = base * (inFlight == 1 ? 1 : 4) / (isQuick ? 2 : 1)
    let cost = try await table.run(size: size, inFlight: inFlight, count: count)
    if wire == 0 { wire = cost }
  }
}
try runOnOneProcessor()
try await measureClientLayer(count: 1000, rounds: isQuick ? 100 : 400, wire: wire)
try await measureDownload(port: port, size: isQuick ? 256 << 20 : 1 << 30)
try await measureStreams(port: port, size: 256 << 20, rounds: isQuick ? 3 : 7)
