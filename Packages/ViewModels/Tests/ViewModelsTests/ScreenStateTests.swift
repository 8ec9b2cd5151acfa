import Bindings
import Testing
import ViewModels

@ViewModel
private final class Orders {
  var screen = ScreenState.normal
}

// L09
@MainActor
@Suite(.ownGraph) struct ScreenStateTests {
  @Test func aToolReadsAndSetsTheStateWithItsMessage() throws {
    let orders = Orders()
    let screen = try #require(Orders.schema["screen"])
    try screen.set(["state": "noData", "message": "No orders yet"], in: orders)
    #expect(orders.screen == .noData("No orders yet") && orders.screen.message == "No orders yet")
    orders.screen = .networkLatency()
    #expect(try screen.value(in: orders) == ["state": "networkLatency"])
    orders.screen = .normal
    #expect(try screen.value(in: orders) == ["state": "normal"])
    #expect(throws: ViewModelError.self) { try screen.set(["state": "tired"], in: orders) }
  }
}
