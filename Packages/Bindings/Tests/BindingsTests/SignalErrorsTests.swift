import BindingsTestSupport
import Testing

@testable import Bindings

@Suite @MainActor struct SignalErrorsTests {
  struct Failure: Error {}

  let source = SignalSource<Int>()

  @Test func catchTurnsEachFailureIntoAValueAndGoesOn() {
    let results = SignalSource<Result<Int, Failure>>()
    var seen: [Int] = []
    let token = results.signal.catch { _ in 0 }.observe { seen.append($0) }
    results.send(.failure(Failure()))
    results.send(.success(1))
    results.send(.failure(Failure()))
    #expect(seen == [0, 1, 0])
    token.cancel()
  }

  @Test func replayLastSharesOneObservationAndSendsTheLatestEventFirst() {
    var starts = 0
    let cold = Signal<Int>.create { observer in
      starts += 1
      let token = source.signal.observe(observer.send, ended: observer.end)
      return { token.cancel() }
    }
    let shared = cold.replayLast()
    var early: [Int] = []
    var late: [Int] = []
    let first = shared.observe { early.append($0) }
    source.send(1)
    source.send(2)
    let second = shared.observe { late.append($0) }
    source.send(3)
    #expect(early == [1, 2, 3])
    #expect(late == [2, 3])
    #expect(starts == 1)
    first.cancel()
    second.cancel()
    #expect(!source.isObserved)
    let third = shared.observe { late.append($0) }
    #expect(late == [2, 3])
    #expect(starts == 2)
    source.send(4)
    source.end()
    #expect(!third.isActive)
    var ended = false
    let after = shared.observe({ late.append($0) }, ended: { ended = true })
    #expect(late == [2, 3, 4, 4])
    #expect(ended && !after.isActive)
  }

  @Test func whoJoinsAReplayDuringADeliverySeesEachEventOnce() {
    let shared = source.signal.replayLast()
    var late: Subscription?
    var seen: [Int] = []
    let first = shared.observe {
      guard $0 == 1 else { return }
      source.send(2)
      late = shared.observe { seen.append($0) }
    }
    source.send(1)
    #expect(seen == [1, 2])
    withExtendedLifetime((first, late)) {}
  }

  @Test func debounceUnlessOpenHoldsEventsBackUntilSilenceOrActivation() async {
    let clock = ManualClock()
    let isActive = Property(true)
    let values = source.signal.debounce(for: .seconds(1), clock: clock, unless: isActive).values
    var iterator = values.makeAsyncIterator()
    source.send(1)
    source.send(2)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    isActive.value = false
    source.send(3)
    source.send(4)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await iterator.next() == 4)
    source.send(5)
    isActive.value = true
    #expect(await iterator.next() == 5)
    isActive.value = false
    source.send(6)
    source.end()
    #expect(await iterator.next() == 6)
    #expect(await iterator.next() == nil)
  }

  @Test func aLongLifetimeLetsGoOfChildrenThatHaveEnded() {
    let lifetime = SignalLifetime()
    weak var first: SignalLifetime?
    for index in 0..<64 {
      let child = lifetime.makeChild()
      if index == 0 { first = child }
      child.end()
    }
    #expect(first == nil)
  }
}
