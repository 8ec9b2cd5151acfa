import Testing

@testable import Bindings

/// A token tells of what it stands for, whatever it is made of.
@Suite @MainActor struct TokenTests {
  private final class Target { var number = 0 }

  @Test func tokensOfObserversThatEndWithAnObjectKnowTheirNode() throws {
    let number = Property(1)
    let target = Target()
    let tokens = [
      number.observe { _ in },
      number.observe(with: target) { _, _ in },
      number.bind(to: \.number, on: target),
      number.bind(with: Property(0), label: "pair"),
    ]
    for token in tokens {
      let node = try #require(token.node)
      #expect(node.kind == .observer && node.dependencies == [number.node])
      token.cancel()
      #expect(token.node == nil && !node.isAlive)
    }
  }

  @Test func joinedTokenIsActiveAsLongAsOneOfItsOwn() {
    let number = Property(0)
    let one = number.observe { _ in }
    let other = number.observe { _ in }
    let both = SignalSubscription(SignalLifetime(), ending: [one, other])
    one.cancel()
    #expect(both.isActive)
    other.cancel()
    #expect(!both.isActive)
    #expect(both.node == nil)
  }
}
