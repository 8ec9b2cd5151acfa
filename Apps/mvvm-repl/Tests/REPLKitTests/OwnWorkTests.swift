import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A field that is kept in a store of its own whenever it changes, which takes a while of no clock.
@ViewModel private final class KeptField {
  var text = ""
  private(set) var kept: String?
  @Ignored private let clock: SessionClock
  @Ignored private var keeping: Subscription?

  init(_ clock: SessionClock) {
    self.clock = clock
    keeping = observe(with: self, label: "keeps the text") { field in
      guard !field.text.isEmpty else { return }
      untracked { _ = field.keepCommand.execute() }
    }
  }

  @Command(policy: .restart)
  func keep() async {
    let text = text
    await clock.takingNoTime { await Self.store() }
    kept = text
  }

  /// Takes more turns of the main actor than a session gives to others between two statements.
  @concurrent private static func store() async {
    for _ in 0..<1_000 { await MainActor.run {} }
  }
}

/// What a change has started in a store of one's own has ended when the next statement runs.
@MainActor
@Suite(.ownGraph) struct OwnWorkTests {
  private func conversation() -> Conversation {
    Conversation { catalog, clock in catalog.add(KeptField.self) { KeptField(clock) } }
  }

  @Test(arguments: [SessionClock.Mode.real, .manual])
  func theNextLineReadsWhatWasKept(mode: SessionClock.Mode) async {
    let conversation = conversation()
    conversation.clock.set(mode)
    await conversation.say("let f = KeptField(); f.text = \"a\"")
    #expect(await conversation.say("f.kept").lines == ["\"a\""])
    #expect(await conversation.say("f.text = \"b\"; f.kept").lines == ["\"b\""])
  }

  @Test func aReplayAndASettledSessionHaveIt() async throws {
    let conversation = conversation()
    await conversation.say("let f = KeptField(); f.text = \"a\"")
    await conversation.session.settle()
    let field = try #require(conversation.session.scope["f"]?.viewModel as? KeptField)
    #expect(field.kept == "a")
    await conversation.say("f.kept")
    #expect(
      await conversation.say(":replay").lines.last
        == "replayed 3 statements; the results were the same")
  }

  @Test func aManualClockWaitsForIt() async {
    let conversation = conversation()
    conversation.clock.set(.manual)
    let start = conversation.clock.now
    await conversation.say("let f = KeptField(); f.text = \"a\"; wait until f.kept == \"a\"")
    #expect(start.duration(to: conversation.clock.now) == .zero)
  }
}
