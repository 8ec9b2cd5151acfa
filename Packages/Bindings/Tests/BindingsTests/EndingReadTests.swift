import Bindings
import Testing

/// What the end of an object reads is no dependency of the observer that lets go of it.
@Suite @MainActor struct EndingReadTests {
  let graph = Graph()

  enum Owner: CaseIterable { case token, source, command, issueHandler, replacedValue, node }

  @Test(arguments: Owner.allCases)
  func whatAnEndReadsIsNotADependencyOfWhoLetsGo(_ owner: Owner) {
    graph.run {
      let (number, trigger) = (Property(0), Property(false))
      var ends = 0
      var held: Ending? = Ending {
        _ = number.value
        ends += 1
      }
      let source = SignalSource<Int>()
      let value = Property(owner == .replacedValue ? held : nil)
      var owned: Any?
      var token: Subscription?
      switch owner {
      case .token: owned = source.signal.observe { [held] _ in withExtendedLifetime(held) {} }
      case .source:
        let ending = SignalSource<Int>()
        token = ending.signal.observe { [held] _ in withExtendedLifetime(held) {} }
        owned = ending
      case .command: owned = Command<Void, Void> { [held] in withExtendedLifetime(held) {} }
      case .issueHandler: graph.onIssue = { [held] _ in withExtendedLifetime(held) {} }
      case .node: owned = Computed { [held] in withExtendedLifetime(held) { 1 } }
      case .replacedValue: break
      }
      held = nil
      var runs = 0
      let observer = observe {
        runs += 1
        guard trigger.value else { return }
        owned = nil
        if owner == .issueHandler { graph.onIssue = { _ in } }
        if owner == .replacedValue { value.value = nil }
      }
      trigger.value = true
      #expect(ends == 1 && runs == 2 && owned == nil)
      number.value = 1
      #expect(runs == 2)
      observer.cancel()
      token?.cancel()
    }
  }
}
