import Bindings
import Foundation
import Testing

/// Random programs over hot, cold, shared, flattened and timed signals, whose observers and operators send, end,
/// cancel, observe and move the clock while they are told, beside a model that keeps whole histories in arrays.
///
/// `SIGNALS_FUZZ` says how many programs, `SIGNALS_FUZZ_SEED` repeats a run.
@Suite @MainActor struct SignalFuzzTests {
  @Test func signalsDoWhatListsSay() {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["SIGNALS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    let count = environment["SIGNALS_FUZZ"].flatMap { Int($0) } ?? 3_000
    print("SignalFuzzTests: seed \(seed), \(count) programs")
    var random = SplitMix(seed: seed)
    var lines = 0
    for index in 0..<count {
      let program = SignalProgram(using: &random)
      let expected = SignalModel(program).run()
      weak var left: SignalWorld?
      let actual = {
        let world = SignalWorld(program)
        left = world
        defer { world.end() }
        return world.run()
      }()
      #expect(left == nil, "seed \(seed), program \(index): a cancelled observer is kept")
      lines += expected.count
      guard actual != expected else { continue }
      let common = zip(actual, expected).prefix { $0 == $1 }.count
      Issue.record(
        """
        seed \(seed), program \(index) differs at line \(common)
        expected \(expected.dropFirst(max(0, common - 3)).prefix(8))
        actual   \(actual.dropFirst(max(0, common - 3)).prefix(8))
        \(program)
        """)
      return
    }
    #expect(lines > count)
  }
}
