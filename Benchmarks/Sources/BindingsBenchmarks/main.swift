// Bindings beside OpenCombine and Observation: bindings [--quick].
import Bindings
import Foundation

let isQuick = CommandLine.arguments.contains("--quick")
let rounds = isQuick ? 2 : 5
let samples = isQuick ? 3 : 7
let milliseconds = isQuick ? 5.0 : 20.0
var results: [Measurement] = []

print("layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote")

@MainActor
func report(_ measurement: Measurement) {
  results.append(measurement)
  print(measurement.line)
}

@MainActor
@discardableResult
func compare(
  _ name: String, size: Int = 1, _ ours: Way, _ peers: [Way], targets: [String: Double] = [:],
  note: String = "ns per write"
) -> [String: Double] {
  let figures = measure(
    [ours] + peers, rounds: rounds, samples: samples, milliseconds: milliseconds)
  var ratios: [String: Double] = [:]
  for (peer, figure) in zip(peers, figures.dropFirst()) {
    let measurement = Measurement(
      name: name, size: size, ours: figures[0], peer: peer.library, theirs: figure,
      target: targets[peer.library], note: note)
    ratios[peer.library] = measurement.ratio
    report(measurement)
  }
  if peers.isEmpty {
    report(
      Measurement(
        name: name, size: size, ours: figures[0], peer: "-", theirs: figures[0], target: nil,
        note: note))
  }
  return ratios
}

let counted = (ours: Counter(), peer: Counter())
let oursCounted = Ours.diamond(5, counting: counted.ours)
let peerCounted = OpenCombinePeer.diamond(5, counting: counted.peer)
for counter in [counted.ours, counted.peer] { (counter.computed, counter.observed) = (0, 0) }
_ = (oursCounted.run(100), peerCounted.run(100))
let counts =
  "ns per write; recomputes/observer runs \(counted.ours.computed / 100)/"
  + "\(counted.ours.observed / 100), OpenCombine \(counted.peer.computed / 100)/"
  + "\(counted.peer.observed / 100)"

let kairo = [
  compare(
    "kairo.avoidable", Ours.avoidable(), [OpenCombinePeer.avoidable(), ObservationPeer.avoidable()]),
  compare(
    "kairo.broad", size: 50, Ours.broad(50), [OpenCombinePeer.broad(50), ObservationPeer.broad(50)]),
  compare(
    "kairo.deep", size: 50, Ours.chain(50), [OpenCombinePeer.chain(50), ObservationPeer.chain(50)]),
  compare(
    "kairo.diamond", size: 5, Ours.diamond(5),
    [OpenCombinePeer.diamond(5), ObservationPeer.diamond(5)], targets: ["OpenCombine": 10],
    note: counts),
  compare(
    "kairo.mux", size: 100, Ours.mux(100), [OpenCombinePeer.mux(100), ObservationPeer.mux(100)]),
  compare(
    "kairo.triangle", size: 10, Ours.triangle(10),
    [OpenCombinePeer.triangle(10), ObservationPeer.triangle(10)]),
  compare(
    "kairo.unstable", Ours.unstable(), [OpenCombinePeer.unstable(), ObservationPeer.unstable()]),
]
for (peer, target) in [("OpenCombine", 5.0), ("Observation", 20.0)] {
  let logs = kairo.compactMap { $0[peer] }.map { log($0) }
  let mean = exp(logs.reduce(0, +) / Double(logs.count))
  report(
    Measurement(
      name: "kairo.geometricMean", size: logs.count, ours: 1, peer: peer, theirs: mean,
      target: target, note: "ratio"))
}

for size in [1, 10, 100] {
  compare(
    "fanOut", size: size, Ours.fanOut(size),
    [OpenCombinePeer.fanOut(size), ObservationPeer.fanOut(size)],
    targets: size == 10 ? ["OpenCombine": 8] : [:])
}
for size in 2...4 {
  compare("combine", size: size, Ours.combine(size), [OpenCombinePeer.combine(size)])
}
compare(
  "signalMap", size: 10, Ours.signalMaps(10), [OpenCombinePeer.chain(10)],
  targets: ["OpenCombine": 4], note: "ns per event")
compare("map", size: 10, Ours.chain(10), [OpenCombinePeer.chain(10)])
compare("twoWay", Ours.twoWay(), [OpenCombinePeer.twoWay()], targets: ["OpenCombine": 8])
compare(
  "observeAndCancel", Ours.observeAndCancel(), [OpenCombinePeer.observeAndCancel()],
  targets: ["OpenCombine": 15], note: "ns per pair")
compare(
  "syncCommand", Ours.syncCommand(), [OpenCombinePeer.syncCommand()],
  targets: ["OpenCombine": 15], note: "ns per execution; the peer is written by hand")
compare("cellx", size: 1000, Ours.cellx(1000), [], note: "ns per batch of 4000 recomputes")
if !isQuick {
  compare("cellx", size: 2500, Ours.cellx(2500), [], note: "ns per batch of 10000 recomputes")
}

// A tracer's cost: "ours" is without one, the ratio says how much slower it is with one.
compare("tracing.fanOut", size: 10, Ours.fanOut(10), Way.traced(Ours.fanOut(10)))
compare("tracing.deep", size: 50, Ours.chain(50), Way.traced(Ours.chain(50)))
compare(
  "tracing.syncCommand", Ours.syncCommand(), Way.traced(Ours.syncCommand()),
  note: "ns per execution")

measureMemory()

let folder = URL(fileURLWithPath: ".build/bench")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let header = "layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote"
try ([header] + results.map(\.line)).joined(separator: "\n").appending("\n")
  .write(to: folder.appendingPathComponent("bindings.tsv"), atomically: true, encoding: .utf8)
