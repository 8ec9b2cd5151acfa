import Bindings
import Testing
import ViewModels

private struct SignedIn: Equatable { var user: String }
private struct SignedOut {}

/// Messages between modules.
@MainActor
@Suite(.ownGraph) struct MessageBusTests {
  private let bus = MessageBus()

  @Test func aMessageGoesToThoseWhoObserveItsType() {
    var heard: [String] = []
    let tokens = [
      bus.messages(SignedIn.self).observe { heard.append("a \($0.user)") },
      bus.messages(SignedIn.self).observe { heard.append("b \($0.user)") },
      bus.messages(SignedOut.self).observe { _ in heard.append("out") },
    ]
    bus.send(SignedIn(user: "Ada"))
    #expect(heard == ["a Ada", "b Ada"])
    bus.send(SignedOut())
    #expect(heard.last == "out" && heard.count == 3)
    for token in tokens { token.cancel() }
    bus.send(SignedOut())
    #expect(heard.count == 3)
  }

  @Test func nothingIsKeptForThoseWhoComeLate() {
    bus.send(SignedIn(user: "Ada"))
    var heard: [SignedIn] = []
    let token = bus.messages().observe { heard.append($0) }
    #expect(heard.isEmpty)
    bus.send(SignedIn(user: "Alan"))
    #expect(heard == [SignedIn(user: "Alan")])
    token.cancel()
  }

  @Test func whoHearsMaySendAndModulesKeepNeitherEachOtherNorTheBus() {
    weak var released: MessageBus?
    do {
      let root = LifecycleViewModel()
      let bus = MessageBus()
      root.environment[MessageBusKey.self] = bus
      let child = LifecycleViewModel()
      root.addChild(child)
      var order: [String] = []
      child.keep(
        (child.environment[MessageBusKey.self] ?? bus).messages(SignedIn.self).observe {
          [weak root] message in
          order.append(message.user)
          root?.environment[MessageBusKey.self]?.send(SignedOut())
        })
      child.keep(bus.messages(SignedOut.self).observe { _ in order.append("out") })
      bus.send(SignedIn(user: "Ada"))
      #expect(order == ["Ada", "out"])
      released = bus
      root.end()
    }
    #expect(released == nil)
  }
}
