import Bindings
import Testing
import ViewModels

@MainActor
@ViewModel
private class Basket {
  var count = 1
  var isFull: Bool { count > 3 }
  /// Mentions a derived value, so its getter is copied.
  var canPay: Bool { isFull }
  /// Mentions no derived value.
  var canLeave: Bool { count > 3 }
  final var title: String { isFull ? "full" : "open" }
  @Command(enabled: \.canPay) func pay() {}
  init() {}
}

/// A mock, which no macro sees.
private class FreeBasket: Basket {
  override var canPay: Bool { true }
  override var canLeave: Bool { true }
}

@MainActor
@ViewModel
private class IgnoringBasket: Basket {
  @Ignored override var canPay: Bool { true }
  @Ignored override var canLeave: Bool { true }
}

@ViewModel
private final class MarkedFreeBasket: FreeBasket {}

@ViewModel
private final class MarkedIgnoringBasket: IgnoringBasket {}

@ViewModel
private final class LargeBasket: Basket {
  override var isFull: Bool { count > 1 }
}

@ViewModel
private final class EmptyBasket: Basket {}

// The macro copies a getter to read derived values through their nodes. The node has the property's value all the same.
@MainActor
@Suite(.ownGraph) struct CopiedGetterTests {
  @Test(arguments: 0..<4)
  func anOverrideWithoutANodeCounts(place: Int) {
    let basket = [
      FreeBasket(), IgnoringBasket(), MarkedFreeBasket(), MarkedIgnoringBasket(),
    ][place]
    #expect(basket.canPay && basket.$canPay.value && basket.payCommand.isEnabled)
    #expect(basket.canLeave && basket.$canLeave.value)
  }

  @Test func whatIsNotOverriddenFollowsWhatIs() {
    let basket = LargeBasket()
    #expect(!basket.$canPay.value && basket.$title.value == "open")
    basket.count = 2
    #expect(basket.$canPay.value && basket.$title.value == "full")
  }

  @Test(arguments: [0, 1, 2])
  func aClassWhoseOverridesHaveNodesReadsNodes(place: Int) {
    let basket = [Basket(), LargeBasket(), EmptyBasket()][place]
    #expect(basket.payCommand.disabledReasons == ["isFull is false"])
  }
}
