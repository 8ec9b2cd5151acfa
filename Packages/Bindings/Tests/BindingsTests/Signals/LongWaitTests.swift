import Bindings
import Testing

/// Durations at their limits are asked of the system's clock.
@Suite @MainActor struct LongWaitTests {
  @Test func longestDurationIsAWaitLikeAnyOther() async {
    let source = SignalSource<Int>()
    var seen: [Int] = []
    let tokens = [
      source.signal.delay(for: .seconds(Int64.max)).observe { seen.append($0) },
      source.signal.debounce(for: .seconds(Int64.max)).observe { seen.append($0) },
      source.signal.throttle(for: .seconds(Int64.max)).observe { seen.append($0) },
    ]
    source.send(1)
    source.send(2)
    for _ in 0..<20 { await Task.yield() }
    #expect(seen == [1])
    for token in tokens { token.cancel() }
    #expect(!source.isObserved)
  }

  @Test func timeBeforeNowIsOverSoon() async {
    let source = SignalSource<Int>()
    var seen: [Int] = []
    let token = source.signal.delay(for: .seconds(Int64.min)).observe { seen.append($0) }
    source.send(1)
    while seen.isEmpty { await Task.yield() }
    #expect(seen == [1])
    token.cancel()
  }
}
