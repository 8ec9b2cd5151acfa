import Bindings
import Foundation
import Testing

@testable import REPLKit

/// Explanations of random graphs whose inputs change with their values, beside what the evaluations have read.
///
/// `BINDINGS_FUZZ` says how many operations, `BINDINGS_FUZZ_SEED` repeats a run.
@Suite @MainActor struct ExplanationFuzzTests {
  /// What one evaluation has read and given.
  private struct Evaluation {
    var inputs: [Node: Int]
    var value: Int
    var isTraced: Bool
  }

  private final class Box { var content: Node? }

  @MainActor private final class World {
    let graph = Graph()
    let log: TraceLog
    /// Whether the log gets and keeps everything.
    let isWhole: Bool
    var random: SeededGenerator
    var evaluations: [Node: [Evaluation]] = [:]
    var sources: [Property<Int>] = []
    var derived: [Computed<Int>] = []
    var token: Subscription?

    init(_ random: SeededGenerator) {
      self.random = random
      isWhole = self.random.below(2) == 0
      log = TraceLog(limit: isWhole ? 100_000 : 1 + self.random.below(40))
      graph.tracer = log
      sources = (0..<3).map { Property($0, label: "source \($0)", graph: graph) }
      for number in 0..<4 { derived.append(makeDerived(number)) }
      if self.random.below(2) == 0 { token = derived[3].observe { _ in } }
    }

    private func makeDerived(_ number: Int) -> Computed<Int> {
      let (sources, lower) = (sources, derived)
      let (first, second) = (sources[random.below(3)], sources[random.below(3)])
      let divisor = 2 + random.below(2)
      let box = Box()
      let made = Computed(label: "derived \(number)", graph: graph) { [weak self] in
        var inputs: [Node: Int] = [:]
        @MainActor func read(_ input: some ObservableValue<Int>) -> Int {
          let value = input.value
          inputs[input.node] = value
          return value
        }
        let place = read(first)
        var sum = place
        if !lower.isEmpty { sum += read(lower[place % lower.count]) }
        if place % divisor == 0 {
          sum += read(second)
        } else if !lower.isEmpty {
          sum += read(lower[(place + 1) % lower.count])
        }
        if let self, let node = box.content {
          evaluations[node, default: []].append(
            Evaluation(inputs: inputs, value: sum % 5, isTraced: graph.tracer != nil))
        }
        return sum % 5
      }
      box.content = made.node
      return made
    }

    func step() {
      let changes = {
        for _ in 0...self.random.below(3) {
          self.sources[self.random.below(3)].value = self.random.below(5)
          if self.random.below(4) == 0 { _ = self.derived[self.random.below(4)].value }
        }
      }
      switch random.below(3) {
      case 0: changes()
      case 1: graph.batch(changes)
      default: batch(changes)
      }
      _ = derived[random.below(4)].value
      guard !isWhole else { return }
      switch random.below(8) {
      case 0: graph.tracer = graph.tracer == nil ? log : nil
      case 1: log.clear()
      default: break
      }
    }

    func faults() -> [String] {
      var faults: [String] = []
      for record in log.records where Set(record.causes).count < record.causes.count {
        faults.append("\(record) names a cause twice")
      }
      for node in derived.map(\.node) {
        let why = log.explain(node)
        guard let all = evaluations[node], let newest = all.last else { continue }
        if let last = all.indices.last(where: { $0 == 0 || all[$0].value != all[$0 - 1].value }),
          isWhole
        {
          if why.steps.first?.record.new != .int(all[last].value) {
            faults.append("\(why.steps) tells another value than \(all[last])")
          }
        }
        let before = all.dropLast().last
        for innocent in why.notCauses {
          if !newest.isTraced || newest.inputs[innocent] == nil {
            faults.append("\(why.steps) names what was not read")
          } else if let old = before?.inputs[innocent], old != newest.inputs[innocent] {
            faults.append("\(why.steps): \(innocent.name) has changed")
          }
        }
        guard isWhole, let before, before.value != newest.value else { continue }
        let told = why.steps.flatMap { [[$0.record]] + $0.others }.joined().compactMap(\.node)
        for (input, value) in newest.inputs {
          if let old = before.inputs[input], old != value, !told.contains(input) {
            faults.append("\(why.steps) does not tell of \(input.name)")
          }
        }
      }
      return faults
    }
  }

  @Test func explanationsOfRandomGraphsBlameWhatHasChangedAndNothingElse() async {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["BINDINGS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    let goal = environment["BINDINGS_FUZZ"].flatMap { Int($0) } ?? 50_000
    print("ExplanationFuzzTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(goal / 250) {
      await Task.yield()
      let world = World(random)
      for step in 0..<12 {
        world.step()
        if let fault = world.faults().first {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
      world.graph.tracer = nil
      random = world.random
    }
  }
}

extension SeededGenerator {
  /// A number from 0 on, below a limit.
  fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
