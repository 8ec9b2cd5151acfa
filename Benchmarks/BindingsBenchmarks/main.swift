// Bindings against OpenCombine, Observation and the algorithm of alien-signals: bindings [--quick] [--only CASE].
import Bindings
import Foundation
import Measuring

let isQuick = CommandLine.arguments.contains("--quick")
/// The prefix of the names of the cases to measure; nil for all cases.
let only = CommandLine.arguments.firstIndex(of: "--only").flatMap { index in
  CommandLine.arguments.dropFirst(index + 1).first
}

func isWanted(_ name: String) -> Bool { only.map { name.hasPrefix($0) } ?? true }

let rounds = isQuick ? 2 : 5
let samples = isQuick ? 3 : 7
let milliseconds = isQuick ? 5.0 : 20.0
let table = ResultTable(layer: "bindings")

@MainActor
@discardableResult
func compare(
  _ name: String, size: Int = 1, _ ours: Way, _ peers: [Way], targets: [String: Double] = [:],
  note: String = "ns per write"
) -> [String: Double] {
  guard isWanted(name) else { return [:] }
  let figures = measure(
    [ours] + peers, rounds: rounds, samples: samples, milliseconds: milliseconds)
  var ratios: [String: Double] = [:]
  for (peer, figure) in zip(peers, figures.dropFirst()) {
    let measurement = Measurement(
      name: name, size: size, ours: figures[0], peer: peer.name, theirs: figure,
      target: targets[peer.name], note: note)
    ratios[peer.name] = measurement.ratio
    table.report(measurement)
  }
  if peers.isEmpty {
    table.report(
      Measurement(
        name: name, size: size, ours: figures[0], peer: "-", theirs: figures[0], target: nil,
        note: note))
  }
  return ratios
}

/// Compares ways, and notes how often each runs user code per write.
@MainActor
@discardableResult
func compareCounting(
  _ name: String, size: Int = 1, _ ours: (Counter?) -> Way, _ peers: [(Counter?) -> Way],
  targets: [String: Double] = [:]
) -> [String: Double] {
  guard isWanted(name) else { return [:] }
  let ways = peers.map { $0(nil) }
  var figures = ["recomputes/observer runs \(counts(ours))"]
  for (peer, make) in zip(ways, peers) { figures.append("\(peer.name) \(counts(make))") }
  return compare(
    name, size: size, ours(nil), ways, targets: targets,
    note: "ns per write; " + figures.joined(separator: ", "))
}

let kairo = [
  compareCounting(
    "kairo.avoidable", Ours.avoidable, [OpenCombinePeer.avoidable, ObservationPeer.avoidable]),
  compareCounting(
    "kairo.broad", size: 50, { Ours.broad(50, counting: $0) },
    [{ OpenCombinePeer.broad(50, counting: $0) }, { ObservationPeer.broad(50, counting: $0) }]),
  compareCounting(
    "kairo.deep", size: 50, { Ours.chain(50, counting: $0) },
    [{ OpenCombinePeer.chain(50, counting: $0) }, { ObservationPeer.chain(50, counting: $0) }]),
  compareCounting(
    "kairo.diamond", size: 5, { Ours.diamond(5, counting: $0) },
    [{ OpenCombinePeer.diamond(5, counting: $0) }, { ObservationPeer.diamond(5, counting: $0) }],
    targets: ["OpenCombine": 10]),
  compareCounting(
    "kairo.mux", size: 100, { Ours.mux(100, counting: $0) },
    [{ OpenCombinePeer.mux(100, counting: $0) }, { ObservationPeer.mux(100, counting: $0) }]),
  compareCounting(
    "kairo.repeated", size: 30, Ours.repeated,
    [OpenCombinePeer.repeated, ObservationPeer.repeated]),
  compareCounting(
    "kairo.triangle", size: 10, { Ours.triangle(10, counting: $0) },
    [
      { OpenCombinePeer.triangle(10, counting: $0) },
      { ObservationPeer.triangle(10, counting: $0) },
    ]),
  compareCounting(
    "kairo.unstable", Ours.unstable, [OpenCombinePeer.unstable, ObservationPeer.unstable]),
]
for (peer, target) in [("OpenCombine", 5.0), ("Observation", 20.0)]
where kairo.allSatisfy({ $0[peer] != nil }) {
  let logs = kairo.compactMap { $0[peer] }.map { log($0) }
  let mean = exp(logs.reduce(0, +) / Double(logs.count))
  table.report(
    Measurement(
      name: "kairo.geometricMean", size: logs.count, ours: 1, peer: peer, theirs: mean,
      target: target, note: "ratio"))
}

for size in [1, 10, 100] {
  compareCounting(
    "fanOut", size: size, { Ours.fanOut(size, counting: $0) },
    [
      { OpenCombinePeer.fanOut(size, counting: $0) },
      { ObservationPeer.fanOut(size, counting: $0) },
    ],
    targets: size == 10 ? ["OpenCombine": 8] : [:])
}
for size in 2...4 {
  compareCounting(
    "combine", size: size, { Ours.combine(size, counting: $0) },
    [{ OpenCombinePeer.combine(size, counting: $0) }])
}

compare(
  "create.sources", Ours.createSources(),
  [OpenCombinePeer.createSources(), ObservationPeer.createSources()],
  note: "ns per source, made and released")
compare(
  "create.triple", Ours.triples(), [OpenCombinePeer.triples(), AlienPeer.triples()],
  targets: [AlienPeer.name: 0.5],
  note: "ns per property, derived value and observer, made and released")
for (sources, observers) in [
  (0, 1), (1, 1), (2, 1), (4, 1), (1000, 1), (1, 2), (1, 4), (1, 8), (1, 1000),
] {
  compare(
    "create.\(sources)to\(observers)", Ours.create(sources, to: observers),
    [
      OpenCombinePeer.create(sources, to: observers),
      ObservationPeer.create(sources, to: observers),
    ], note: "ns per observer, made and released")
}
for (sources, observers) in [
  (1, 1), (2, 1), (4, 1), (1000, 1), (10_000, 1), (1, 2), (1, 4), (1, 1000),
] {
  compare(
    "update.\(sources)to\(observers)", Ours.update(sources, to: observers),
    [
      OpenCombinePeer.update(sources, to: observers),
      ObservationPeer.update(sources, to: observers),
    ])
}
compareCounting(
  "wide", size: 10_000, { Ours.wide(10_000, counting: $0) },
  [{ AlienPeer.wide(10_000, counting: $0) }], targets: [AlienPeer.name: 1])
compareCounting(
  "alien.diamond", size: 5, { Ours.diamond(5, counting: $0) },
  [{ AlienPeer.diamond(5, counting: $0) }])
compareCounting(
  "alien.deep", size: 50, { Ours.chain(50, counting: $0) },
  [{ AlienPeer.chain(50, counting: $0) }])
compare(
  "signalMap", size: 10, Ours.signalMaps(10), [OpenCombinePeer.chain(10)],
  targets: ["OpenCombine": 4], note: "ns per event")
compare(
  "signalMixture", Ours.signalMixture(), [OpenCombinePeer.signalMixture()],
  targets: ["OpenCombine": 2], note: "ns per event; map, filter, scan, combineLatest, map")
compare(
  "signalObserveAndCancel", Ours.signalObserveAndCancel(),
  [OpenCombinePeer.signalObserveAndCancel()], note: "ns per pair")
compareCounting(
  "map", size: 10, { Ours.chain(10, counting: $0) }, [{ OpenCombinePeer.chain(10, counting: $0) }])
compareCounting(
  "twoWay", Ours.twoWay, [OpenCombinePeer.twoWay], targets: ["OpenCombine": 8])
compare(
  "observeAndCancel", Ours.observeAndCancel(), [OpenCombinePeer.observeAndCancel()],
  targets: ["OpenCombine": 15], note: "ns per pair")
compare(
  "syncCommand", Ours.syncCommand(), [OpenCombinePeer.syncCommand()],
  targets: ["OpenCombine": 15], note: "ns per execution; the peer is written by hand")
for suspending in [false, true] where isWanted("asyncCommand") {
  let peers =
    [AsyncCommands.openCombine(suspending: suspending)]
    + (suspending ? [] : [AsyncCommands.immediateTask()])
  let ways = [AsyncCommands.ours(suspending: suspending)] + peers
  let figures = await measure(ways, rounds: rounds, samples: samples, milliseconds: milliseconds)
  for (way, figure) in zip(ways, figures).dropFirst() {
    table.report(
      Measurement(
        name: suspending ? "asyncCommand.suspending" : "asyncCommand", size: 1, ours: figures[0],
        peer: way.name,
        theirs: figure, target: nil,
        note: "ns per execution, awaited; OpenCombine with a task by hand"))
  }
}
compare("cellx", size: 1000, Ours.cellx(1000), [], note: "ns per batch of 4000 recomputes")
if !isQuick {
  compare("cellx", size: 2500, Ours.cellx(2500), [], note: "ns per batch of 10000 recomputes")
}

// The cost of a tracer: "ours" is without a tracer, and the ratio shows the slowdown with one.
compare("tracing.fanOut", size: 10, Ours.fanOut(10), Way.traced(Ours.fanOut(10)))
compare("tracing.deep", size: 50, Ours.chain(50), Way.traced(Ours.chain(50)))
compare(
  "tracing.syncCommand", Ours.syncCommand(), Way.traced(Ours.syncCommand()),
  note: "ns per execution")

if isWanted("memory.") { Memory.measure() }

if isWanted("mallocs.") { Allocations.measure() }

if only == nil { try table.save() }
