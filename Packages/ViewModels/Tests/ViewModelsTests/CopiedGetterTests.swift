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

/// A mock with a schema of its own, which does not say what it overrides.
private final class HandwrittenBasket: Basket {
  override var canPay: Bool { true }
  override var canLeave: Bool { true }
  override class func makeSchema() -> ViewModelSchema {
    ViewModelSchema(HandwrittenBasket.self, inheriting: Basket.schema, members: [])
  }
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

@resultBuilder
private enum Joined {
  static func buildBlock(_ parts: String...) -> String { "<\(parts.joined(separator: ","))>" }
}

@propertyWrapper
private struct Doubled {
  private var half: Int
  init(wrappedValue: Int) { half = wrappedValue / 2 }
  var wrappedValue: Int {
    get { half * 2 }
    set { half = newValue / 2 }
  }
}

@MainActor
private protocol Limited {}
extension Limited {
  fileprivate var limit: Int { 7 }
}

@ViewModel
private final class Names {
  var names = ["ada"]
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var first: String! { names.first }
  var length: Int { first.count }

  var limit: Int { names.count }
  var limitOfAnother: Int {
    @MainActor struct Other: Limited { func find() -> Int { limit } }
    return Other().find()
  }

  @Joined var onVar: String { "\(limit)" }
  var onGetter: String {
    @Joined get { "\(limit)" }
  }

  #if true
    let isFast = true
  #else
    var isFast: Bool { names.isEmpty }
  #endif
  #if false
    var isSlow: Bool { names.isEmpty }
  #else
    @Ignored var isSlow = true
  #endif
  #if true
    var isShort: Bool { names.count < 2 }
  #endif
  var text: String { "\(isFast) \(isSlow) \(isShort)" }
}

/// Not isolated, so the macro isolates its members; the storage of these cannot be isolated.
@ViewModel
private final class Kept {
  @Ignored lazy var cache = [count]
  @Ignored @Doubled var even = 5
  var count = 2
}

// The macro copies a getter to read derived values through their nodes. The node has the property's value all the same.
@MainActor
@Suite(.ownGraph) struct CopiedGetterTests {
  @Test(arguments: 0..<5)
  func anOverrideWithoutANodeCounts(place: Int) {
    let basket = [
      FreeBasket(), IgnoringBasket(), MarkedFreeBasket(), MarkedIgnoringBasket(),
      HandwrittenBasket(),
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

  @Test func aResultBuilderTransformsTheValueOfTheNode() {
    let names = Names()
    #expect(names.onVar == "<1>" && names.$onVar.value == "<1>")
    #expect(names.onGetter == "<1>" && names.$onGetter.value == "<1>")
  }

  @Test func anImplicitlyUnwrappedValueIsReadUnwrapped() {
    let names = Names()
    #expect(names.$length.value == 3)
  }

  @Test func aNameInALocalTypeIsNoMember() {
    let names = Names()
    #expect(names.$limitOfAnother.value == 7)
  }

  @Test func whatMayBeInactiveIsReadThroughItsGetter() {
    let names = Names()
    #expect(names.$text.value == "true true true")
    names.names.append("grace")
    #expect(names.$text.value == "true true false")
  }

  @Test func anIgnoredVarMayBeLazyOrWrapped() {
    let kept = Kept()
    #expect(kept.cache == [2] && kept.even == 4)
    kept.even = 9
    #expect(kept.even == 8 && Kept.schema.members.map(\.name) == ["count"])
  }
}
