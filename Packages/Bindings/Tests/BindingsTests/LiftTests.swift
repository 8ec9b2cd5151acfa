import Bindings
import Testing

@Suite @MainActor struct LiftTests {
  @MainActor final class Screen {
    var log: [String] = []
    func show(_ name: String, _ age: Int) { log.append("\(name) \(age)") }
  }

  @Test func liftWaitsForEverySignalAndThenCallsAfterEachEvent() {
    let screen = Screen()
    let names = SignalSource<String>()
    let ages = SignalSource<Int>()
    let binding = lift(Screen.show, on: screen, names.signal, ages.signal)
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
      bindings.append(lift(Screen.show, on: screen, .just("Ada"), ages))
    }
    age.value = 2
    #expect(screen.log == ["Ada 1"] && bindings.count == 1)
    token.cancel()
  }

  @Test func liftDoesNotKeepItsTarget() {
    var screen: Screen? = Screen()
    weak let released = screen
    let name = Property("Ada")
    let binding = screen.map { lift(Screen.show, on: $0, name.signal, .just(1)) }
    screen = nil
    #expect(released == nil)
    name.value = "Eve"
    #expect(binding?.isActive == false)
  }
}
