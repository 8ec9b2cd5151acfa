import Bindings
import Testing

/// Promises 1 and 8: nobody sees a state in which a derived value disagrees with its sources, and
/// nothing is computed twice to keep it so.
///
/// The counts are those of the tracer's report for the batch of one write: recomputes, observer runs,
/// glitches.
@Suite @MainActor struct GlitchTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

  /// The report of the batch that `change` is, which must have done nothing twice.
  private func report(_ change: () -> Void) throws -> TraceBatchReport {
    log.clear()
    change()
    let report = try #require(log.latestBatch)
    #expect(report.records.count == log.count, "more than one batch")
    #expect(report.glitches.isEmpty && report.work.allSatisfy { $0.count == 1 }, "\(report)")
    return report
  }

  @Test func diamondTakesSixRecomputesOneRunAndShowsNoGlitch() throws {
    let source = Property(1, graph: graph)
    let branches = (0..<5).map { index in Computed(graph: graph) { source.value + index } }
    let sum = Computed(graph: graph) { branches.reduce(0) { $0 + $1.value } }
    var seen: [Int] = []
    let token = sum.observe { seen.append($0) }
    let report = try report { source.value = 2 }
    #expect([report.recomputes, report.observerRuns, report.glitches.count] == [6, 1, 0])
    #expect(seen == [15, 20])
    token.cancel()
  }

  @Test func triangleTakesTenRecomputesOneRunAndShowsNoGlitch() throws {
    let source = Property(0, graph: graph)
    var layers: [Computed<Int>] = []
    for _ in 0..<9 {
      let above = layers.last
      layers.append(Computed(graph: graph) { (above?.value ?? source.value) + 1 })
    }
    let sum = Computed(graph: graph) { [layers] in layers.reduce(0) { $0 + $1.value } }
    var seen: [Int] = []
    let token = sum.observe { seen.append($0) }
    let report = try report { source.value = 1 }
    #expect([report.recomputes, report.observerRuns, report.glitches.count] == [10, 1, 0])
    #expect(seen == [45, 54])
    token.cancel()
  }

  @Test func cellxComputesEachNodeOncePerBatch() throws {
    let sources = (1...4).map { Property($0, graph: graph) }
    var layer: [any ObservableValue<Int>] = sources
    var all: [Computed<Int>] = []
    for _ in 0..<1000 {
      let m = layer
      let next = [
        Computed(graph: graph) { m[1].value },
        Computed(graph: graph) { m[0].value - m[2].value },
        Computed(graph: graph) { m[1].value + m[3].value },
        Computed(graph: graph) { m[2].value },
      ]
      for node in next { _ = node.value }
      all += next
      layer = next
    }
    let tokens = all.map { node in node.observe { _ in } }
    let report = try report {
      graph.batch { for (index, source) in sources.enumerated() { source.value = 4 - index } }
    }
    #expect(report.recomputes == 4000)
    #expect(report.work.allSatisfy { $0.count == 1 })
    #expect(layer.map { $0.value } == [-2, -4, 2, 3])
    withExtendedLifetime(tokens) {}
  }

  @Test func observerOfSourceAndDerivedValueNeverSeesThemDisagree() throws {
    let number = Property(1, graph: graph)
    let double = Computed(graph: graph) { number.value * 2 }
    let isLarge = Computed(graph: graph) { double.value > 10 }
    var disagreements = 0
    let token = observe(graph: graph) {
      if isLarge.value != (number.value > 5) || double.value != number.value * 2 {
        disagreements += 1
      }
    }
    for value in 0..<20 {
      let report = try report { number.value = value }
      #expect(report.observerRuns == 1)
    }
    #expect(disagreements == 0)
    token.cancel()
  }

  @Test func twoWayBindingSettlesInTwoRuns() throws {
    let left = Property(0, graph: graph)
    let right = Property(0, graph: graph)
    let binding = left.bind(with: right)
    for end in [left, right] {
      let report = try report { end.value += 1 }
      #expect(report.observerRuns == 2)
      #expect(left.value == right.value)
    }
    binding.cancel()
  }

  @Test func writesOfABatchAreOneRecompute() throws {
    let sources = (0..<4).map { Property($0, graph: graph) }
    let sum = Computed(graph: graph) { sources.reduce(0) { $0 + $1.value } }
    let token = sum.observe { _ in }
    let report = try report { graph.batch { for source in sources { source.value += 1 } } }
    #expect([report.writes, report.recomputes, report.observerRuns] == [4, 1, 1])
    token.cancel()
  }
}
