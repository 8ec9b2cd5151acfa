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

  /// Sleeps on the clock within work that should take none, also in a task of its own.
  @Command
  func keepLate() async throws {
    try await clock.takingNoTime {
      async let late: Void = clock.sleep(for: .seconds(3_600))
      try await clock.sleep(for: .seconds(7_200))
      try await late
    }
    kept = "late"
  }

  /// Waits for what never comes, until it is cancelled.
  @Command
  func keepForEver() async {
    await clock.takingNoTime { for await _ in AsyncStream<Int>.makeStream().stream {} }
  }

  /// Begins work that takes no time again and again.
  @Command
  func keepAgain() async {
    while !Task.isCancelled { await clock.takingNoTime { await Task.yield() } }
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

  @Test(.timeLimit(.minutes(10)), arguments: [SessionClock.Mode.real, .manual])
  func nobodyWaitsForWorkThatSleepsOnTheClock(mode: SessionClock.Mode) async {
    let conversation = conversation()
    conversation.clock.set(.manual)
    await conversation.say("let f = KeptField()\nf.keepLate() &\nadvance 1h")
    conversation.clock.set(mode)
    #expect(await conversation.say("f.kept").lines == ["nil"])
    conversation.clock.set(.manual)
    let said = await conversation.say("wait until f.kept == \"late\" within 3h; f.kept").lines
    #expect(said.last == "\"late\"", "\(said)")
    #expect(!conversation.clock.isWaking)
  }

  @Test(
    .timeLimit(.minutes(10)), arguments: SessionClock.Mode.allCases,
    ["f.keepForEver() &", "f.keepForEver() &; advance 1s"])
  func aWaitForWorkThatDoesNotEndCanBeInterrupted(mode: SessionClock.Mode, text: String) async {
    let conversation = conversation()
    conversation.clock.set(mode)
    await conversation.say("let f = KeptField()")
    let session = conversation.session
    let interrupting = Task {
      while !session.clock.isWaking { await Task.yield() }
      for _ in 0..<200 { await Task.yield() }
      #expect(session.cancelRunning())
    }
    let statuses = [
      await conversation.say(text).status, await conversation.say("1 + 1").status,
    ]
    #expect(statuses.count { $0 == .runtimeError } == 1)
    await interrupting.value
    #expect(await conversation.say("1 + 1").lines == ["2"])
    await conversation.say(":cancel all")
  }

  @Test(.timeLimit(.minutes(10)), arguments: SessionClock.Mode.allCases)
  func workThatBeginsAgainAndAgainHoldsNobodyUp(mode: SessionClock.Mode) async {
    let conversation = conversation()
    conversation.clock.set(mode)
    await conversation.say("let f = KeptField(); f.keepAgain() &")
    await conversation.session.settle()
    #expect(await conversation.say("1 + 1").lines == ["2"])
    await conversation.say(":cancel all")
  }
}
