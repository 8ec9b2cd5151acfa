import Bindings
import Testing

@Suite @MainActor struct BindingTests {
  @Test func oneWayCopiesNowAndAfterEachChangeUntilCancelled() {
    let source = Property(1)
    let target = Property(0)
    let binding = Binding.oneWay(from: source, to: target)
    #expect(target.value == 1)
    source.value = 2
    #expect(target.value == 2)
    binding.cancel()
    source.value = 3
    #expect(target.value == 2)
    #expect(!binding.isActive)
  }

  @Test func oneWayConverts() {
    let source = Property(1)
    let text = Property("")
    let doubled = Computed { source.value * 2 }
    let binding = Binding.oneWay(from: doubled, to: text) { "\($0)" }
    source.value = 4
    #expect(text.value == "8")
    binding.cancel()
  }

  @Test func releasingABindingEndsIt() {
    let source = Property(1)
    let target = Property(0)
    var binding: Binding? = .oneWay(from: source, to: target)
    binding = nil
    source.value = 2
    #expect(target.value == 1)
    #expect(binding == nil)
  }

  @Test func twoWayStartsWithTheLeadingValueAndSettlesInTwoNotifications() {
    let leading = Property("a")
    let following = Property("b")
    let binding = Binding.twoWay(leading: leading, following: following)
    #expect(following.value == "a")
    var notifications: [String] = []
    let first = leading.observe { notifications.append("leading \($0)") }
    let second = following.observe { notifications.append("following \($0)") }
    notifications = []
    leading.value = "c"
    #expect(notifications.sorted() == ["following c", "leading c"])
    notifications = []
    following.value = "d"
    #expect(notifications.sorted() == ["following d", "leading d"])
    #expect(leading.value == "d")
    withExtendedLifetime((binding, first, second)) {}
  }

  @Test func leadingWinsWhenBothEndsAreWrittenInOneBatch() {
    let leading = Property(0)
    let following = Property(0)
    let binding = Binding.twoWay(leading: leading, following: following)
    batch {
      following.value = 2
      leading.value = 1
    }
    #expect(leading.value == 1)
    #expect(following.value == 1)
    binding.cancel()
  }

  @Test func convertersThatAreNotExactLeaveTheTypedTextAlone() {
    let number = Property(1)
    let text = Property("")
    let binding = Binding.twoWay(
      leading: number, following: text, forward: { "\($0)" }, backward: { Int($0) })
    #expect(text.value == "1")
    text.value = "007"
    #expect(number.value == 7)
    #expect(text.value == "007")
    text.value = "seven"
    #expect(number.value == 7)
    number.value = 8
    #expect(text.value == "8")
    binding.cancel()
  }

  @Test func aValueThatCannotBeConvertedIsReplacedByTheNextLeadingOne() {
    let number = Property(1)
    let text = Property("")
    let binding = Binding.twoWay(
      leading: number, following: text, forward: { "\($0)" }, backward: { Int($0) })
    text.value = "x"
    number.value = 2
    #expect(text.value == "2")
    number.value = 1
    #expect(text.value == "1")
    binding.cancel()
  }

  @Test func twoWayBindingsInARingSettle() {
    let ring = (0..<3).map { Property($0) }
    let bindings = (0..<3).map { Binding.twoWay(leading: ring[$0], following: ring[($0 + 1) % 3]) }
    ring[1].value = 9
    #expect(ring.map { $0.value } == [9, 9, 9])
    withExtendedLifetime(bindings) {}
  }
}
