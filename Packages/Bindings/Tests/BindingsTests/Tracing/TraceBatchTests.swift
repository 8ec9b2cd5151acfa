import Bindings
import Testing

/// All that happens to a graph in one batch of all graphs has one number in its trace.
@Suite @MainActor struct TraceBatchTests {
  enum Part: CaseIterable {
    case mark, read, skip, write, equalWrite, update, edit, ownBatch, event, observer, firstCommand
    case command
  }

  /// A graph with a tracer and something of everything.
  @MainActor private final class World {
    let graph = Graph()
    let log = TraceLog(limit: 10_000)
    let number: Property<Int>
    let names: Property<[Int]>
    let rows: ObservableList<IntRow>
    let text: Computed<String>
    let source: SignalSource<Int>
    var commands: [Command<Void, Void>]
    let token: Subscription

    init() {
      graph.tracer = log
      let number = Property(0, graph: graph)
      let isEven = Computed(graph: graph) { number.value % 2 == 0 }
      self.number = number
      names = Property([], graph: graph)
      rows = ObservableList(graph: graph)
      text = Computed(graph: graph) { "\(isEven.value)" }
      source = SignalSource<Int>(graph: graph)
      commands = [Command(graph: graph) {}, Command(graph: graph) {}]
      token = source.signal.observe { _ in }
      _ = text.value
      commands[0].execute()
      // For the first read to find something to do.
      number.value += 2
      log.clear()
    }

    func take(_ part: Part) {
      switch part {
      case .mark: graph.mark("here")
      case .read, .skip: _ = text.value
      case .write: number.value += 2
      case .equalWrite: number.value += 0
      case .update: names.update { $0.append(1) }
      case .edit: rows.edit { $0.append(IntRow(id: $0.count)) }
      case .ownBatch: graph.batch { number.value += 2 }
      case .event: source.send(1)
      case .observer: number.observe { _ in }.cancel()
      case .firstCommand: commands[1].execute()
      case .command: commands[0].execute()
      }
    }

    /// Whether the records so far are of one batch, and the next write is not.
    func isOneBatch() -> Bool {
      let batches = Set(log.records.map(\.batch))
      let writes = log.records.count { $0.kind == .write }
      let isCounted = (log.latestBatch?.writes ?? 0) == writes
      number.value += 2
      let next = log.records.last?.batch
      graph.tracer = nil
      token.cancel()
      return batches.count <= 1 && !batches.contains(nil) && !batches.contains(next) && isCounted
    }
  }

  private struct IntRow: Identifiable, Equatable { let id: Int }

  @Test(arguments: Part.allCases, Part.allCases)
  func aBatchOfAllGraphsIsOneBatchWhateverComesFirst(_ first: Part, _ second: Part) {
    let (world, other) = (World(), World())
    let parts = [first, second, first]
    batch { for part in parts { world.take(part) } }
    #expect(world.isOneBatch())
    // The observer of another graph makes a batch of all graphs, too.
    let own = Property(0, graph: Graph())
    let token = own.observe { if $0 > 0 { for part in parts { other.take(part) } } }
    own.value = 1
    #expect(other.isOneBatch())
    token.cancel()
  }

  @Test func randomBatchesOverSeveralGraphsAreOneBatchInEach() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    for round in 0..<300 {
      let worlds = [World(), World(), World()]
      func takeSome(_ depth: Int) {
        for _ in 0..<(1 + random.below(4)) {
          let world = worlds[random.below(worlds.count)]
          switch random.below(depth < 3 ? 8 : 6) {
          case 6: batch { takeSome(depth + 1) }
          case 7: world.graph.batch { takeSome(depth + 1) }
          default: world.take(Part.allCases[random.below(Part.allCases.count)])
          }
        }
      }
      let own = Property(0, graph: Graph())
      let token = own.observe { if $0 > 0 { takeSome(0) } }
      if random.below(2) == 0 { own.value = 1 } else { batch { takeSome(0) } }
      for (number, world) in worlds.enumerated() {
        #expect(world.isOneBatch(), "seed \(seed), round \(round), graph \(number)")
      }
      token.cancel()
    }
  }
}
