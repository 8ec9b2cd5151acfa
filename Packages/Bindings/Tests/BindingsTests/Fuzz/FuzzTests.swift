import Foundation
import Testing

@testable import Bindings

/// Random graphs, compared after every step with a re-evaluation that knows nothing of the engine.
///
/// An operation is a write, a read, a node made or ended, a recomputation or an observer's run.
/// `BINDINGS_FUZZ` says how many operations, `BINDINGS_FUZZ_SEED` repeats a run.
@Suite @MainActor struct FuzzTests {
  private let seed: UInt64
  private let goal: Int

  init() {
    let environment = ProcessInfo.processInfo.environment
    seed =
      environment["BINDINGS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    goal = environment["BINDINGS_FUZZ"].flatMap { Int($0) } ?? 50_000
    print("FuzzTests: seed \(seed), \(goal) operations")
  }

  @Test func randomGraphsAgreeWithNaiveReevaluation() async { await run(seed, until: goal) }

  /// Seeds of runs that have failed, each with the operations that it took.
  @Test(arguments: [(15_263_322_916_170_342_935, 200_000)])
  func graphsThatWereWrongOnceAreRight(seed: UInt64, goal: Int) async {
    // A tracer came in the middle of a batch that nobody closed.
    await run(seed, until: goal)
  }

  private func run(_ seed: UInt64, until goal: Int) async {
    var operations = 0
    var random = SplitMix(seed: seed)
    var done = 0
    while operations < goal {
      await Task.yield()
      let worlds = [FuzzWorld(random: random), FuzzWorld(random: SplitMix(seed: random.next()))]
      worlds[0].other = worlds[1]
      worlds[1].other = worlds[0]
      worlds[1].changesTracer = true
      for _ in 0..<1000 {
        for world in worlds { world.step() }
        done += 1
        for world in worlds {
          // A comparison costs more than many steps, and a lost update does not mend itself.
          if done % 8 == 0 { world.compare() }
          if done % 256 == 0, let fault = world.graph.engine.verify() { world.faults.append(fault) }
          if !world.faults.isEmpty {
            Issue.record("seed \(seed), step \(done): \(world.faults)")
            return
          }
        }
      }
      random = worlds[0].random
      for world in worlds {
        operations += world.operations
        world.end()
      }
      for world in worlds {
        // The sources and what is derived from them for good, which the world still holds.
        #expect(world.graph.nodeCount == FuzzWorld.nodesLeft, "seed \(seed): nodes leaked")
        #expect(world.graph.engine.verify() == nil, "seed \(seed)")
      }
    }
  }

  @Test func tracedRandomGraphsTellEveryChangeAndItsCause() async {
    var operations = 0
    var random = SplitMix(seed: seed)
    while operations < goal / 20 {
      await Task.yield()
      let world = FuzzWorld(random: random)
      let auditor = FuzzAuditor(world.graph)
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
