import Bindings
import Testing

@Suite @MainActor struct LiftTests {
  @MainActor final class Screen {
    var log: [String] = []
    func show(_ name: String, _ age: Int) { log.append("\(name) \(age)") }
  }

  @Test func liftCallsTheMethodNowAndOncePerBatch() {
    let screen = Screen()
    let name = Property("Ada")
    let age = Property(1)
    let binding = Binding.lift(Screen.show, on: screen, name, Computed { age.value * 2 })
    batch {
      name.value = "Eve"
      age.value = 2
    }
    #expect(screen.log == ["Ada 2", "Eve 4"])
    binding.cancel()
    name.value = "Bob"
    #expect(screen.log.count == 2)
  }

  @Test func liftWaitsForEverySignalAndThenCallsAfterEachEvent() {
    let screen = Screen()
    let names = SignalSource<String>()
    let ages = SignalSource<Int>()
    let binding = Binding.lift(Screen.show, on: screen, names.signal, ages.signal)
    names.send("Ada")
    #expect(screen.log.isEmpty)
    ages.send(1)
    names.send("Eve")
    #expect(screen.log == ["Ada 1", "Eve 1"])
    binding.cancel()
    #expect(!names.isObserved && !ages.isObserved)
  }

  @Test func liftDoesNotKeepItsTarget() {
    var screen: Screen? = Screen()
    weak let released = screen
    let name = Property("Ada")
    let binding = screen.map { Binding.lift(Screen.show, on: $0, name, Property(1)) }
    screen = nil
    #expect(released == nil)
    name.value = "Eve"
    #expect(binding?.isActive == false)
  }
}
