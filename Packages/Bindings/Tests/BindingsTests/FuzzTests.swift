import Foundation
import Testing

@testable import Bindings

/// Random graphs, compared after every step with a re-evaluation that knows nothing of the engine.
///
/// An operation is a write, a read, a node made or ended, a recomputation or an observer's run.
/// `BINDINGS_FUZZ_SEED` repeats a run, `BINDINGS_FUZZ_OPERATIONS` makes it longer or shorter.
@Suite @MainActor struct FuzzTests {
  private let seed: UInt64
  private let goal: Int

  init() {
    let environment = ProcessInfo.processInfo.environment
    seed =
      environment["BINDINGS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    goal = environment["BINDINGS_FUZZ_OPERATIONS"].flatMap { Int($0) } ?? 1_000_000
    print("FuzzTests: seed \(seed), \(goal) operations")
  }

  @Test func randomGraphsAgreeWithNaiveReevaluation() async {
    var operations = 0
    var random = SplitMix(seed: seed)
    var done = 0
    while operations < goal {
      await Task.yield()
      let world = World(random: random)
      for _ in 0..<2000 {
        world.step()
        done += 1
        // A comparison costs more than many steps, and a lost update does not mend itself.
        if done % 8 == 0 { world.compare() }
        if done % 512 == 0, let fault = world.graph.engine.verify() { world.faults.append(fault) }
        if !world.faults.isEmpty {
          Issue.record("seed \(seed), step \(done): \(world.faults)")
          return
        }
      }
      random = world.random
      operations += world.operations
      let graph = world.graph
      world.end()
      // The sources, which the world still holds.
      #expect(graph.nodeCount == 8, "seed \(seed): nodes leaked")
      #expect(graph.engine.verify() == nil, "seed \(seed)")
    }
  }

  @Test func tracedRandomGraphsTellEveryChangeAndItsCause() async {
    var operations = 0
    var random = SplitMix(seed: seed)
    while operations < goal / 20 {
      await Task.yield()
      let world = World(random: random)
      let auditor = Auditor(world.graph)
      world.graph.tracer = auditor
      for step in 0..<1000 {
        world.step()
        if step % 8 == 0 { world.compare() }
        auditor.endStep()
        let faults = world.faults + auditor.faults
        if !faults.isEmpty {
          Issue.record("seed \(seed), step \(step): \(faults.prefix(5))")
          return
        }
      }
      random = world.random
      operations += world.operations
      #expect(world.graph.engine.verify() == nil, "seed \(seed)")
      world.end()
      // The auditor keeps the graph, which keeps its tracer.
      world.graph.tracer = nil
    }
  }
}

/// Checks that the records tell a story without gaps.
@MainActor
private final class Auditor: Tracer {
  private let graph: Graph
  private(set) var faults: [String] = []
  private var values: [Node: TraceValue] = [:]
  private var kinds: [TraceRecord.ID: TraceRecord.Kind] = [:]
  private var step: [TraceRecord] = []

  init(_ graph: Graph) {
    self.graph = graph
    for node in graph.nodes { values[node] = node.ref.flatMap { $0.engine.storedValue(of: $0) } }
  }

  func record(_ record: TraceRecord) {
    step.append(record)
    guard let node = record.node, node.kind != .observer else { return }
    if record.kind == .write || record.kind == .recompute {
      if record.old != values[node] { faults.append("a change before \(record) was not told") }
      values[node] = record.new
    } else if record.kind != .issue, record.new != values[node] {
      faults.append("\(record) tells another value")
    }
  }

  func endStep() {
    step.sort { $0.id < $1.id }
    for record in step { kinds[record.id] = record.kind }
    for record in step {
      for cause in record.causes {
        guard cause < record.id, let kind = kinds[cause] else {
          faults.append("\(record) has an unknown cause")
          continue
        }
        let isLegal =
          switch record.kind {
          case .write, .equalWrite: kind == .observerRun
          case .recompute: kind != .skip && kind != .equalWrite
          case .observerRun: kind != .skip && kind != .equalWrite
          default: false
          }
        if !isLegal { faults.append("\(record) was caused by a \(kind)") }
      }
    }
    for (batch, records) in Dictionary(grouping: step, by: \.batch) {
      guard let batch else {
        faults.append("\(records[0]) belongs to no batch")
        continue
      }
      let report = TraceBatchReport(batch: batch, records: records)
      if let glitch = report.glitches.first { faults.append("glitch: \(glitch)") }
    }
    for node in graph.nodes where node.kind != .observer {
      let stored = node.ref.flatMap { $0.engine.storedValue(of: $0) }
      if stored != values[node] { faults.append("the last change of \(node.name) was not told") }
    }
    step = []
  }
}

/// A small, fast generator that can be repeated (Steele, Lea, Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// A source or a derived cell, with a formula that both the graph and the naive evaluation follow.
@MainActor
private final class Cell {
  enum Formula {
    case source(Property<Int>)
    case sum, select, firstBelow
  }

  let formula: Formula
  let inputs: [Cell]
  private(set) var computed: Computed<Int>?
  private var stamp = -1
  private var memo = 0

  init(_ property: Property<Int>) {
    formula = .source(property)
    inputs = []
  }

  init(
    _ formula: Formula, _ inputs: [Cell], _ graph: Graph,
    recomputed: @escaping @MainActor () -> Void
  ) {
    self.formula = formula
    self.inputs = inputs
    computed = Computed(graph: graph) {
      recomputed()
      return Cell.result(formula, inputs) { $0.tracked }
    }
  }

  var tracked: Int {
    if case .source(let property) = formula { return property.value }
    return computed?.value ?? 0
  }

  var observable: any ObservableValue<Int> {
    if case .source(let property) = formula { return property }
    return computed ?? Computed { 0 }
  }

  static func result(_ formula: Formula, _ inputs: [Cell], _ read: (Cell) -> Int) -> Int {
    switch formula {
    case .source(let property): property.peek()
    case .sum: inputs.reduce(0) { $0 &+ read($1) } % 64
    case .select: read(inputs[0]) % 2 == 0 ? read(inputs[1]) : read(inputs[2])
    case .firstBelow: inputs.first { read($0) % 3 == 0 }.map { $0 === inputs[0] ? 1 : 2 } ?? 0
    }
  }

  func naive(_ step: Int) -> Int {
    if case .source(let property) = formula { return property.peek() }
    if stamp == step { return memo }
    memo = Cell.result(formula, inputs) { $0.naive(step) }
    stamp = step
    return memo
  }
}

@MainActor
private final class Watcher {
  let cell: Cell
  var token: Subscription?
  var last: Int?
  var isCancelled = false
  init(_ cell: Cell) { self.cell = cell }

  func cancel() {
    isCancelled = true
    token?.cancel()
  }
}

/// Two levels of cells: the second may also read sinks, which observers of the first write.
@MainActor
private final class World {
  let graph = Graph()
  var random: SplitMix
  var faults: [String] = []
  var operations = 0
  private let sources: [Property<Int>]
  private let sinks: [Property<Int>]
  private let first: [Cell]
  private let second: [Cell]
  private var lower: [Cell] = []
  private var upper: [Cell] = []
  private var watchers: [Watcher] = []
  private var stepCount = 0
  private var isSingleWrite = false

  init(random: SplitMix) {
    self.random = random
    let graph = graph
    sources = (0..<6).map { Property($0, graph: graph) }
    sinks = (0..<2).map { Property($0, graph: graph) }
    first = sources.map { Cell($0) }
    second = sinks.map { Cell($0) }
    graph.onIssue = { [weak self] in self?.faults.append($0.message) }
    for _ in 0..<10 { lower.append(makeLower()) }
    for _ in 0..<8 { upper.append(makeUpper()) }
    for _ in 0..<8 { watchers.append(makeWatcher()) }
  }

  func end() {
    for watcher in watchers { watcher.cancel() }
    watchers = []
    lower = []
    upper = []
    graph.onIssue = { _ in }
  }

  func step() {
    stepCount += 1
    operations += 1
    isSingleWrite = false
    switch random.below(100) {
    case 0..<58:
      isSingleWrite = true
      sources[random.below(sources.count)].value = random.below(5)
    case 58..<70:
      graph.batch {
        for _ in 0..<(1 + random.below(4)) {
          sources[random.below(sources.count)].value = random.below(5)
          if random.below(4) == 0 { checkRead() }
          if random.below(16) == 0 { replaceWatcher() }
          if random.below(16) == 0 { replaceCell() }
        }
      }
    case 70..<80: checkRead()
    case 80..<90: replaceCell()
    default: replaceWatcher()
    }
  }

  func compare() {
    stepCount += 1
    for watcher in watchers where !watcher.isCancelled {
      let expected = watcher.cell.naive(stepCount)
      if watcher.last != expected {
        faults.append("observer saw \(watcher.last.map(String.init) ?? "-"), is \(expected)")
      }
    }
  }

  private func checkRead() {
    stepCount += 1
    let cell = random.below(2) == 0 ? lower[random.below(lower.count)] : upper[random.below(8)]
    let value = cell.tracked
    let expected = cell.naive(stepCount)
    if value != expected { faults.append("read \(value), is \(expected)") }
  }

  private func replaceCell() {
    if random.below(2) == 0 {
      lower[random.below(lower.count)] = makeLower()
    } else {
      upper[random.below(upper.count)] = makeUpper()
    }
  }

  private func replaceWatcher() {
    let index = random.below(watchers.count)
    if random.below(2) == 0 { watchers[index].cancel() }
    watchers[index] = makeWatcher()
  }

  private func makeLower() -> Cell { makeCell(from: first + lower) }

  private func makeUpper() -> Cell { makeCell(from: first + second + lower + upper) }

  private func makeCell(from pool: [Cell]) -> Cell {
    // Chains may grow with every replacement; keep them shallow by taking sources often.
    let inputs = (0..<3).map { _ in
      random.below(3) == 0 ? first[random.below(first.count)] : pool[random.below(pool.count)]
    }
    let deepest = inputs.map { depth(of: $0, limit: 12) }.max() ?? 0
    let formulas: [Cell.Formula] = [.sum, .select, .firstBelow]
    return Cell(formulas[random.below(3)], deepest < 12 ? inputs : Array(first[..<3]), graph) {
      [weak self] in
      self?.operations += 1
    }
  }

  private func depth(of cell: Cell, limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    // The first input stands for all: enough to stop growth, cheap enough for every step.
    return cell.inputs.first.map { 1 + depth(of: $0, limit: limit - 1) } ?? 0
  }

  private func makeWatcher() -> Watcher {
    let kind = random.below(8)
    let pool = kind == 0 ? lower : lower + upper + first + second
    let watcher = Watcher(pool[random.below(pool.count)])
    let isLower = lower.contains { $0 === watcher.cell }
    let sink = sinks[random.below(sinks.count)]
    watcher.token = watcher.cell.observable.observe { [weak self, weak watcher] value in
      guard let self, let watcher else { return }
      if watcher.isCancelled { faults.append("a cancelled observer ran") }
      // A batch, or two writes to a sink, may come back to the value from before.
      if watcher.last == value, isSingleWrite, isLower {
        faults.append("an observer ran without a change")
      }
      watcher.last = value
      operations += 1
      switch kind {
      case 0: sink.value = value  // writes while observers run
      case 1 where watchers.count == 8:
        let victim = watchers[random.below(watchers.count)]
        if victim !== watcher { victim.cancel() }
      case 2: if lower.count == 10, upper.count == 8 { replaceCell() }
      default: break
      }
    }
    return watcher
  }
}
