import Foundation
import Testing

@testable import Bindings

/// Cycles above which something is asked anew, and comes out as it was: who asks must not go round for ever, and must
/// get the right values once the cycles are gone.
@Suite @MainActor struct CycleWalkTests {
  private let graph = Graph()

  init() { graph.onIssue = { _ in } }

  @Test(arguments: [false, true], [false, true])
  func aCycleBelowAValueThatComesOutEqualIsUpToDate(isTraced: Bool, isObserved: Bool) {
    if isTraced { graph.tracer = TraceLog() }
    let (source, isLooped) = (Property(0, graph: graph), Property(false, graph: graph))
    let above = Computed(graph: graph) { source.value / 10 }
    var second: Computed<Int>?
    let first = Computed(label: "first", graph: graph) {
      above.value + (isLooped.value ? second?.value ?? 0 : 0) * 0
    }
    second = Computed(label: "second", graph: graph) { first.value }
    var seen: [Int] = []
    let token = isObserved ? second?.observe { seen.append($0) } : nil
    #expect(second?.value == 0)
    isLooped.value = true
    #expect(second?.value == 0)
    for number in 1...9 {
      source.value = number
      #expect(second?.value == 0 && first.value == 0)
    }
    source.value = 20
    // In the middle of the cycle the other one may have the value from before.
    #expect(first.value == 2)
    #expect(!isObserved || seen == [0, 2])
    #expect(graph.engine.verify() == nil)
    token?.cancel()
    second = nil
    graph.tracer = nil
  }

  @Test(arguments: [false, true], [false, true])
  func aValueIsRightOnceTheCycleIsGone(isTraced: Bool, isObserved: Bool) {
    if isTraced { graph.tracer = TraceLog() }
    let (source, isLooped) = (Property(0, graph: graph), Property(false, graph: graph))
    var second: Computed<Int>?
    let first = Computed(label: "first", graph: graph) {
      isLooped.value ? (second?.value ?? 0) + 1 : source.value
    }
    second = Computed(label: "second", graph: graph) { first.value + 10 }
    var seen: [Int] = []
    let token = isObserved ? second?.observe { seen.append($0) } : nil
    #expect(second?.value == 10)
    isLooped.value = true
    // In the middle of the evaluation the second has read what the first was before.
    let inCycle = first.value
    graph.batch {
      source.value = inCycle
      isLooped.value = false
    }
    #expect(first.value == inCycle && second?.value == inCycle + 10)
    #expect(!isObserved || seen.last == inCycle + 10)
    #expect(graph.engine.verify() == nil)
    token?.cancel()
    second = nil
    graph.tracer = nil
  }

  /// Each cell reads those that a property of its own names, itself perhaps, and a value that often comes out equal.
  @Test func randomCyclesAreAskedAndEnd() async {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["BINDINGS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    print("CycleWalkTests: seed \(seed)")
    var compared = 0
    for _ in 0..<100 {
      await Task.yield()
      let graph = Graph()
      graph.onIssue = { _ in }
      if random.below(4) == 0 { graph.tracer = TraceLog(limit: 10) }
      do {
        @MainActor final class Cells { var all: [Computed<Int>] = [] }
        let (cells, source) = (Cells(), Property(0, graph: graph))
        let above = Computed(graph: graph) { source.value / 4 }
        let links = (0..<6).map { _ in Property<[Int]>([], graph: graph) }
        for place in links.indices {
          cells.all.append(
            Computed(graph: graph) {
              var sum = place.isMultiple(of: 2) ? above.value : 0
              for other in links[place].value { sum &+= cells.all[other].value }
              return (sum &+ (place.isMultiple(of: 3) ? above.value : 0)) % 8
            })
        }
        for cell in cells.all { _ = cell.value }
        var seen: [Int: Int] = [:]
        let tokens = [0, 1].map { place in cells.all[place].observe { seen[place] = $0 } }
        /// What the cell at `place` must be; nil if it depends on itself.
        func expected(_ place: Int, depth: Int = 0) -> Int? {
          if depth == 6 { return nil }
          let above = source.peek() / 4
          var sum = place.isMultiple(of: 2) ? above : 0
          for other in links[place].peek() {
            guard let value = expected(other, depth: depth + 1) else { return nil }
            sum &+= value
          }
          return (sum &+ (place.isMultiple(of: 3) ? above : 0)) % 8
        }
        for step in 0..<60 {
          if random.below(3) == 0 {
            links[random.below(6)].value = (0..<random.below(3)).map { _ in random.below(6) }
          } else {
            source.value = random.below(12)
          }
          if random.below(2) == 0 { _ = cells.all[random.below(6)].value }
          let isCompared = random.below(2) == 0
          for place in links.indices {
            guard let value = expected(place) else { continue }
            if isCompared { compared += 1 }
            if let seen = seen[place],
              seen != value
                || isCompared && cells.all[place].value != value
            {
              Issue.record("seed \(seed), step \(step): the cell at \(place) is not \(value)")
              return
            }
          }
          if let fault = graph.engine.verify() {
            Issue.record("seed \(seed), step \(step): \(fault)")
            return
          }
        }
        for token in tokens { token.cancel() }
        cells.all = []
      }
      #expect(graph.nodeCount == 0, "seed \(seed)")
      graph.tracer = nil
    }
    #expect(compared > 1000, "seed \(seed)")
  }
}
