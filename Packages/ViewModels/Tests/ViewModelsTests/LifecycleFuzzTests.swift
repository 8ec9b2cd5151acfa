import Bindings
import Testing

@testable import ViewModels

/// Random trees, hooks that act on them, and observers that do.
@MainActor
@Suite(.ownGraph) struct LifecycleFuzzTests {
  @Test(arguments: [false, true], [false, true])
  func aTreeIsConsistentWhateverItsHooksDo(reentrant: Bool, observers: Bool) {
    for seed in 0..<1500 as Range<UInt64> {
      let world = LifecycleWorld(seed &* 7919 &+ 3, reentrant: reentrant, observers: observers)
      for step in 0..<40 {
        let start = world.log.count
        world.budget = 3
        if world.pick(0...4) == 0 {
          batch {
            world.act()
            world.act()
          }
        } else {
          world.act()
        }
        world.settle()
        if let problem = world.problem() {
          Issue.record(
            "\(problem), seed \(seed), step \(step): \(world.log[start...].joined(separator: "; "))"
          )
          break
        }
      }
      world.budget = 0
      for token in world.tokens { token.cancel() }
    }
  }
}
