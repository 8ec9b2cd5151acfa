import Bindings
import Testing

/// A method is called with the latest events of several signals: `combineLatest`, and an observer that calls it.
@Suite @MainActor struct LatestCallTests {
  @MainActor final class Screen {
    var log: [String] = []
    var onShow: (Int) -> Void = { _ in }

    func show(_ name: String, _ age: Int) {
      onShow(age)
      log.append("\(name) \(age)")
    }
  }

  @Test func itWaitsForEverySignalAndThenCallsAfterEachEvent() {
    let screen = Screen()
    let names = SignalSource<String>()
    let ages = SignalSource<Int>()
    let binding = names.signal.combineLatest(ages.signal).observe(screen.show)
    names.send("Ada")
    #expect(screen.log.isEmpty)
    ages.send(1)
    names.send("Eve")
    #expect(screen.log == ["Ada 1", "Eve 1"])
    binding.cancel()
    #expect(!names.isObserved && !ages.isObserved)
  }

  @Test func whatIsReadForAnEventThatComesAtOnceIsNoDependency() {
    let screen = Screen()
    let age = Property(1)
    var bindings: [Subscription] = []
    let token = observe {
      let ages = Signal.just(()).map { age.value }
      bindings.append(Signal.just("Ada").combineLatest(ages).observe(screen.show))
    }
    age.value = 2
    #expect(screen.log == ["Ada 1"] && bindings.count == 1)
    token.cancel()
  }

  @Test func callsDoNotNest() {
    let (names, ages, screen) = (SignalSource<String>(), SignalSource<Int>(), Screen())
    screen.onShow = { if $0 < 2 { ages.send($0 + 1) } }
    let token = names.signal.combineLatest(ages.signal).observe(screen.show)
    names.send("Ada")
    ages.send(1)
    #expect(screen.log == ["Ada 1", "Ada 2"])
    token.cancel()
    ages.send(3)
    #expect(screen.log.count == 2)
  }
}
