@testable import Bindings

/// Two levels of cells: the second may also read sinks, which observers of the first write.
///
/// Objects write, edit a list, cancel, make and drop nodes when they end, as does the handler of issues; and
/// evaluations end nodes, those included that ask for them.
@MainActor
final class FuzzWorld {
  let graph = Graph()
  var random: SplitMix
  var faults: [String] = []
  var operations = 0
  /// The world of another graph, which observers and ends of this one change.
  weak var other: FuzzWorld?
  let sources: [Property<Int>]
  let sinks: [Property<Int>]
  let first: [FuzzCell]
  let second: [FuzzCell]
  /// Two properties that observers of the other world write, always both.
  let pair: [Property<Int>]
  private let numbers: [Property<Double>]
  private let ratio: Computed<Double>
  private let carriers: [Property<FuzzCarrier>]
  private let carried: [Computed<FuzzCarrier>]
  private let rows: ObservableList<FuzzRow>
  private let chosen: LiveList<FuzzRow>
  private var tokens: [Subscription] = []
  private var lastRatio: Double?
  private var lastCarried: [Int?]
  private var lastChosen: [Int] = []
  private var lastRow = 0
  var lower: [FuzzCell] = []
  var upper: [FuzzCell] = []
  var watchers: [FuzzWatcher] = []
  private var stepCount = 0
  var isSingleWrite = false
  private var isEnding = false
  private var endCount = 0
  private var isVisiting = false
  /// Whether tracers come and go in the middle of whatever is going on.
  var changesTracer = false

  init(random: SplitMix) {
    var random = random
    let graph = graph
    // The numbers of some graphs' nodes begin anew in the middle.
    if random.below(4) == 0 {
      unsafe graph.engine.state.pointee.serial = .max - UInt32(random.below(4000))
    }
    self.random = random
    sources = (0..<6).map { Property($0, graph: graph) }
    sinks = (0..<2).map { Property($0, graph: graph) }
    first = sources.map { FuzzCell($0) }
    second = sinks.map { FuzzCell($0) }
    let pair = (0..<2).map { _ in Property(0, graph: graph) }
    self.pair = pair
    let numbers = (0..<2).map { Property(Double($0), graph: graph) }
    self.numbers = numbers
    ratio = Computed(graph: graph) { numbers[0].value / numbers[1].value }
    let carriers = (0..<2).map { Property(FuzzCarrier(number: $0, ending: nil), graph: graph) }
    self.carriers = carriers
    let box = Box()
    let sources = sources
    carried = carriers.map { carrier in
      Computed(graph: graph) {
        FuzzCarrier(
          number: carrier.value.number + sources[0].value, ending: box.world?.makeEnding(6),
          asked: carrier.value.asked)
      }
    }
    lastCarried = carriers.map { _ in nil }
    rows = ObservableList(graph: graph)
    chosen = rows.filter { ($0.number + sources[1].value) % 3 > 0 }
    box.world = self
    graph.onIssue = { [weak self] in self?.handle($0) }
    for _ in 0..<10 { lower.append(makeLower()) }
    for _ in 0..<8 { upper.append(makeUpper()) }
    for _ in 0..<8 { watchers.append(makeWatcher()) }
    tokens.append(
      observe(graph: graph) { [weak self] in
        if pair[0].value != pair[1].value { self?.faults.append("a foreign change came in parts") }
      })
    tokens.append(ratio.observe { [weak self] in self?.lastRatio = $0 })
    for (index, carrier) in carried.enumerated() {
      tokens.append(carrier.observe { [weak self] in self?.lastCarried[index] = $0.number })
    }
    tokens.append(
      observe(graph: graph) { [weak self, chosen] in
        self?.lastChosen = chosen.value.map(\.number)
      })
  }

  private final class Box { weak var world: FuzzWorld? }

  /// The number of nodes that are left after `end`.
  static var nodesLeft: Int { 20 }

  func end() {
    isEnding = true
    for watcher in watchers { watcher.cancel() }
    for token in tokens { token.cancel() }
    tokens = []
    let ending: [Any] = [watchers, lower, upper]
    (watchers, lower, upper) = ([], [], [])
    withExtendedLifetime(ending) {}
    for carrier in carriers { carrier.value = FuzzCarrier(number: 0, ending: nil) }
    rows.replace(with: [])
    graph.onIssue = { _ in }
    if changesTracer { graph.tracer = nil }
  }

  func step() {
    stepCount += 1
    operations += 1
    isSingleWrite = false
    switch random.below(100) {
    case 0..<50:
      isSingleWrite = true
      sources[random.below(sources.count)].value = random.below(5)
    case 50..<54: numbers[random.below(2)].value = [0, 1, .nan, .infinity][random.below(4)]
    case 54..<58:
      var carrier = FuzzCarrier(number: random.below(5), ending: makeEnding(2))
      if random.below(2) == 0 { carrier.asked = { [weak self] in self?.answer() } }
      carriers[random.below(2)].value = carrier
    case 58..<64: editRows()
    case 64..<70:
      graph.batch {
        for _ in 0..<(1 + random.below(4)) {
          sources[random.below(sources.count)].value = random.below(5)
          if random.below(4) == 0 { checkRead() }
          if random.below(16) == 0 { replaceWatcher() }
          if random.below(16) == 0 { replaceCell() }
          if random.below(16) == 0 { editRows() }
        }
      }
    case 70..<80: checkRead()
    case 80..<90: replaceCell()
    default: replaceWatcher()
    }
  }

  func compare() {
    stepCount += 1
    if graph.engine.tracing?.isOpen == true { faults.append("a traced batch stayed open") }
    for watcher in watchers where !watcher.isCancelled {
      let expected = watcher.cell.naive(stepCount)
      if watcher.last != expected {
        faults.append("observer saw \(watcher.last.map(String.init) ?? "-"), is \(expected)")
      }
    }
    let expected = numbers[0].peek() / numbers[1].peek()
    if let lastRatio, lastRatio != expected, !(lastRatio.isNaN && expected.isNaN) {
      faults.append("observer saw \(lastRatio), is \(expected)")
    }
    for (index, carrier) in carriers.enumerated() {
      let expected = carrier.peek().number + sources[0].peek()
      if lastCarried[index] != expected { faults.append("a carried value is not \(expected)") }
    }
    let numbers = rows.value.map(\.number).filter { ($0 + sources[1].peek()) % 3 > 0 }
    if lastChosen != numbers { faults.append("chose \(lastChosen), should be \(numbers)") }
  }

  private func checkRead() {
    stepCount += 1
    let cell = random.below(2) == 0 ? lower[random.below(lower.count)] : upper[random.below(8)]
    // A value that the read has replaced may end with a write, which comes after the value.
    var value = 0
    var ends = -1
    while ends != endCount {
      ends = endCount
      value = cell.tracked
    }
    stepCount += 1
    let expected = cell.naive(stepCount)
    if value != expected { faults.append("read \(value), is \(expected)") }
  }

  private func handle(_ issue: GraphIssue) {
    switch issue.code {
    case .writeInComputed, .observerInComputed: break
    case .foreignGraph where other != nil: break
    default: return faults.append(issue.message)
    }
    operations += 1
    endCount += 1
    isSingleWrite = false
    if isEnding { return }
    switch random.below(64) {
    case 0: sources[random.below(sources.count)].value = random.below(5)
    case 1:
      for node in graph.nodes { node.refresh() }
      if graph.nodes.compactMap(\.valueDescription).isEmpty { faults.append("no values") }
    case 2: if lower.count == 10, upper.count == 8 { checkRead() }
    case 3: if watchers.count == 8 { replaceWatcher() }
    case 4:
      let ends = graph.nodes.flatMap { $0.dependencies + $0.dependents }
      if ends.contains(where: { !$0.isAlive }) { faults.append("a link to what is gone") }
    default: break
    }
  }

  /// One of `share` endings does something.
  func makeEnding(_ share: Int) -> FuzzEnding? {
    guard random.below(share) == 0 else { return nil }
    return FuzzEnding { [weak self] in self?.actAtAnEnd() }
  }

  private func actAtAnEnd() {
    endCount += 1
    operations += 1
    isSingleWrite = false
    guard !isEnding, lower.count == 10, upper.count == 8, watchers.count == 8 else { return }
    switch random.below(8) {
    case 0, 1: sources[random.below(sources.count)].value = random.below(5)
    case 2: watchers[random.below(watchers.count)].cancel()
    case 3: replaceCell()
    case 4: replaceWatcher()
    case 5: changeTracer()
    case 6: editRows()
    default: visitOther()
    }
  }

  /// Does something in the middle of a comparison or a description; in an evaluation a write is refused.
  private func answer() {
    guard random.below(4) == 0, !isEnding else { return }
    endCount += 1
    operations += 1
    isSingleWrite = false
    if random.below(2) == 0 { return endInEvaluation() }
    sources[1 + random.below(sources.count - 1)].value = random.below(5)
  }

  /// Ends a node in the middle of an evaluation.
  func endInEvaluation() {
    guard !isEnding, lower.count == 10, upper.count == 8, watchers.count == 8 else { return }
    if random.below(2) == 0 { watchers[random.below(8)].cancel() } else { replaceCell() }
  }

  private func editRows() {
    isSingleWrite = false
    let count = 1 + random.below(3)
    rows.edit { rows in
      for _ in 0..<count {
        let place = random.below(rows.count + 1)
        if rows.count < 12, place == rows.count || random.below(2) == 0 {
          lastRow += 1
          rows.insert(FuzzRow(lastRow, random.below(9), makeEnding(3)), at: place)
        } else if place < rows.count {
          if random.below(2) == 0 {
            rows.remove(at: place)
          } else {
            rows[place] = FuzzRow(rows[place].id, random.below(9), makeEnding(3))
          }
        }
      }
    }
  }

  func changeTracer() {
    guard changesTracer, !isEnding else { return }
    graph.tracer =
      random.below(2) == 0
      ? nil
      : FuzzTracer(makeEnding(2)) { [weak self] in
        if self?.random.below(128) == 0 { self?.endInEvaluation() }
      }
  }

  func visitOther() {
    guard let other, !isVisiting, !other.isVisiting, !other.isEnding else { return }
    isVisiting = true
    // All that a pass of observers writes there is one change, which may come back to the value from before.
    other.isSingleWrite = false
    other.sources[random.below(other.sources.count)].value = random.below(5)
    isVisiting = false
  }

  /// Reads nodes of the other graph in the middle of whatever is going on; what they say is of no account.
  func readOther() {
    guard let other, !isVisiting, !other.isVisiting, !other.isEnding,
      other.lower.count == 10, other.upper.count == 8
    else { return }
    isVisiting = true
    other.operations += 1
    switch random.below(3) {
    case 0: _ = other.sources[random.below(other.sources.count)].value
    case 1: _ = other.lower[random.below(10)].tracked
    default: _ = other.upper[random.below(8)].tracked
    }
    isVisiting = false
  }
}
