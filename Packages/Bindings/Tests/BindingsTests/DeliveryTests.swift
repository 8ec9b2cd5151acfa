import Bindings
import Testing

/// Promises 2, 3 and 6: when observers run, in which order, and when never again.
///
/// Each is something that a well-known peer gets wrong.
@Suite @MainActor struct DeliveryTests {
  @Test func observersRunOncePerOutermostBatchInSubscriptionOrder() {
    let a = Property(0)
    let b = Property(0)
    var log: [String] = []
    let first = observe { log.append("first \(b.value)") }
    let second = observe { log.append("second \(a.value) \(b.value)") }
    let third = observe { log.append("third \(a.value)") }
    log = []
    batch {
      a.value = 1
      batch { b.value = 1 }
      a.value = 2
      #expect(log.isEmpty)
    }
    #expect(log == ["first 1", "second 2 1", "third 2"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func writeInsideAnObserverIsQueuedAndNobodyEndsOnAStaleValue() {
    let number = Property(0)
    var early: [Int] = []
    var late: [Int] = []
    let first = number.observe {
      early.append($0)
      if $0 == 1 { number.value = 2 }
    }
    let second = number.observe { late.append($0) }
    number.value = 1
    #expect(number.value == 2)
    #expect(early == [0, 1, 2])
    #expect(late == [0, 2])
    withExtendedLifetime((first, second)) {}
  }

  @Test func cancelledObserverNeverRunsAgainEvenWhenQueued() {
    let number = Property(0)
    var runs = 0
    var victim: Subscription?
    let killer = number.observe { if $0 == 1 { victim?.cancel() } }
    victim = number.observe { _ in runs += 1 }
    number.value = 1
    #expect(runs == 1)
    number.value = 2
    #expect(runs == 1)
    withExtendedLifetime(killer) {}
  }

  @Test func observerThatIsCancelledWhileItReadsItsListIsNotTold() {
    struct Row: Identifiable, Equatable { let id: Int }
    final class Victims { var tokens: [Subscription] = [] }
    let list = ObservableList([Row(id: 0)])
    let victims = Victims()
    let rows = list.filter { row in
      if row.id == 2 { for token in victims.tokens { token.cancel() } }
      return true
    }
    let sorted = rows.sorted { $0.id < $1.id }
    // The list changes again after the victims were queued, so that their own reads evaluate it.
    let first = rows.observeChanges { _ in
      if list.peek().count == 2 { list.edit { $0.append(Row(id: 2)) } }
    }
    var told = 0
    victims.tokens.append(rows.observeChanges { _ in told += 1 })
    victims.tokens.append(sorted.observeChanges { _ in told += 1 })
    told = 0
    list.edit { $0.append(Row(id: 1)) }
    #expect(told == 0)
    #expect(rows.value.count == 3)
    first.cancel()
  }

  @Test func observerThatIsCancelledWhileItReadsItsValueIsNotTold() {
    let number = Property(0)
    var victim: Subscription?
    let derived = Computed {
      if number.value == 2 { victim?.cancel() }
      return number.value
    }
    // The value changes again after the victim was queued, so that the victim's own read evaluates it.
    let first = derived.observe { if $0 == 1 { number.value = 2 } }
    var seen: [Int] = []
    victim = derived.observe { seen.append($0) }
    number.value = 1
    #expect(seen == [0])
    #expect(derived.value == 2)
    first.cancel()
  }

  @Test func cancelInsideABatchWinsOverAQueuedRun() {
    let number = Property(0)
    var runs = 0
    let token = number.observe { _ in runs += 1 }
    batch {
      number.value = 1
      token.cancel()
    }
    #expect(runs == 1)
  }

  @Test func observerThatCancelsItselfFinishesItsRun() {
    let number = Property(0)
    var seen: [Int] = []
    var token: Subscription?
    token = observe {
      let value = number.value
      if value == 1 { token = nil }
      seen.append(value + number.value)
    }
    number.value = 1
    number.value = 2
    #expect(seen == [0, 2])
    #expect(token == nil)
  }

  @Test func subscribingDuringDeliverySeesTheNewValueOnce() {
    let number = Property(0)
    var seen: [Int] = []
    var inner: Subscription?
    let outer = number.observe { value in
      if value == 1, inner == nil { inner = number.observe { seen.append($0) } }
    }
    number.value = 1
    #expect(seen == [1])
    number.value = 2
    #expect(seen == [1, 2])
    withExtendedLifetime(outer) {}
  }

  @Test func valueReadInsideAnObserverIsTheNewOne() {
    let number = Property(0)
    let double = Computed { number.value * 2 }
    var seen: [[Int]] = []
    let token = number.observe { seen.append([$0, number.value, double.value]) }
    number.value = 1
    #expect(seen == [[0, 0, 0], [1, 1, 2]])
    token.cancel()
  }

  @Test func writeOfTheFirstRunReachesTheObserverItself() {
    let number = Property(0)
    var seen: [Int] = []
    let token = number.observe {
      seen.append($0)
      number.value = max($0, 10)
    }
    #expect(seen == [0, 10])
    #expect(number.value == 10)
    token.cancel()
  }

  @Test func lastOfManyWritesInsideAnObserverIsTheOneThatOthersSee() {
    let number = Property(0)
    var seen: [Int] = []
    let writer = number.observe { value in
      if value == 1 { for next in 2...5 { number.value = next } }
    }
    let reader = number.observe { seen.append($0) }
    number.value = 1
    #expect(seen == [0, 5])
    withExtendedLifetime((writer, reader)) {}
  }
}
