import Bindings
import Testing

/// Promise 4: writing an equal value notifies nobody.
@Suite @MainActor struct EqualWriteTests {
  @Test func equalWriteNotifiesNobody() {
    let name = Property("a")
    var runs = 0
    let token = name.observe { _ in runs += 1 }
    name.value = "a"
    #expect(runs == 1)
    generic(name, "a")
    #expect(runs == 1)
    generic(name, "b")
    #expect(runs == 2)
    token.cancel()

    func generic<Value>(_ property: Property<Value>, _ value: Value) { property.value = value }
  }

  @Test func equalWriteOfAGenericallyMadePropertyNotifiesNobody() {
    func make<Value>(_ value: Value) -> Property<Value> { Property(value) }
    let name = make("a")
    var runs = 0
    let token = name.observe { _ in runs += 1 }
    name.value = "a"
    #expect(runs == 1)
    token.cancel()
  }

  @Test func everyWriteOfAValueThatCannotBeComparedNotifies() {
    struct Opaque { var number = 0 }
    let property = Property(Opaque())
    var runs = 0
    let token = property.observe { _ in runs += 1 }
    property.value = Opaque()
    #expect(runs == 2)
    token.cancel()
  }
}
