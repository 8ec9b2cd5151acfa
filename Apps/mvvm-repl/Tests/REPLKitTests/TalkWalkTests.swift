import Testing

@testable import REPLKit

/// The way through a talk: keys in, what is to be done out.
@Suite struct TalkWalkTests {
  private static let steps = [["a", "b"], [], ["c"]]

  /// What a host sees that does what it is told: `>` before a heading, `!` before what is typed without keys.
  private func turns(_ walk: inout TalkWalk) -> [String] {
    var seen: [String] = []
    while true {
      if let step = walk.opening {
        seen.append(">\(step)")
        walk.begin(step)
        continue
      }
      switch walk.turn {
      case .types(let statement):
        seen.append("!\(statement)")
        walk.noteTyped()
      case .ends: return seen + ["end"]
      case .waits(let statement): return seen + [statement]
      case .ordinary: return seen + ["ordinary"]
      }
    }
  }

  private func seen(_ keys: [TalkKey]) -> [String] {
    var walk = TalkWalk(Self.steps)
    var seen = turns(&walk)
    for key in keys {
      walk.press(key)
      seen += turns(&walk)
    }
    return seen
  }

  @Test func enterGoesThroughStatementsAndSteps() {
    #expect(
      seen(Array(repeating: .enter, count: 6)) == [
        ">0", "a", "b", "", ">1", "", ">2", "c", "end", "ordinary",
      ])
  }

  @Test func tabTypesTheRestOfTheStep() {
    #expect(seen([.tab]) == [">0", "a", "!a", "!b", ">1", ""])
    #expect(seen([.enter, .tab, .tab]) == [">0", "a", "b", "!b", ">1", "", ">2", "c"])
    #expect(seen([.tab, .tab, .tab]).suffix(2) == ["!c", "end"])
  }

  @Test func escapeLeavesUntilTheScriptIsResumed() {
    var walk = TalkWalk(Self.steps)
    _ = turns(&walk)
    walk.press(.enter)
    walk.press(.escape)
    #expect(turns(&walk) == ["ordinary"] && walk.isOffScript)
    for key in [TalkKey.enter, .tab, .escape] { walk.press(key) }
    #expect(walk.isOffScript && walk.typed == 1)
    walk.resume()
    #expect(turns(&walk) == ["b"])
  }

  @Test func aStepBeginsAnewFromEverywhere() {
    var walk = TalkWalk(Self.steps)
    for step in [2, 0, 1] {
      walk.go(to: step)
      #expect(turns(&walk).first == ">\(step)" && walk.step == step && walk.typed == 0)
      walk.press(.escape)
    }
    walk.go(to: 2)
    _ = turns(&walk)
    walk.press(.tab)
    #expect(turns(&walk) == ["!c", "end"] && !walk.isOver)
    walk.press(.escape)
    #expect(turns(&walk) == ["ordinary"] && walk.isOver && !walk.isOffScript)
    walk.go(to: 0)
    #expect(turns(&walk) == [">0", "a"] && !walk.isOver)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func noKeysLeadOutOfTheTalk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var walk = TalkWalk(Self.steps)
    for _ in 0..<2_000 {
      _ = turns(&walk)
      #expect(Self.steps.indices.contains(walk.step), "seed \(seed)")
      #expect((0...Self.steps[walk.step].count).contains(walk.typed), "seed \(seed)")
      if walk.turn == .ordinary {
        if walk.isOver || Bool.random(using: &random) {
          walk.go(to: .random(in: 0...2, using: &random))
        } else {
          walk.resume()
        }
      }
      let key = [TalkKey.enter, .tab, .escape].randomElement(using: &random) ?? .tab
      walk.press(key)
    }
  }
}
