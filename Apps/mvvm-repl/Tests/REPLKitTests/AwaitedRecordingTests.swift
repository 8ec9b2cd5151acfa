import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// The world outside: what is asked of it comes when a test says so, or once somebody waits for it.
@MainActor
private final class World {
  var isOpen = false
  weak var session: Session?
  /// The turns after which it comes in any case.
  var turns = Int.max
  /// Called after those turns, before it comes.
  var onTurns: () -> Void = {}
  /// The number of attempts to take a book.
  var takings = 0

  func comes() async {
    var count = 0
    while !isOpen, session?.evaluator.interrupt == nil, count < turns {
      count += 1
      await Task.yield()
    }
    if count == turns { onTurns() }
  }
}

/// A shelf that has books once it is loaded, which takes longer than the turns that others have between two statements.
@ViewModel private final class SlowShelf: LifecycleViewModel {
  private(set) var books: Int = 0
  @Ignored private let world: World

  init(_ world: World) {
    self.world = world
    super.init()
  }

  @Command func take() throws {
    world.takings += 1
    guard books > 0 else { throw Refusal() }
    books -= 1
  }

  @Command func order() async {
    await world.comes()
    books += 1
  }

  override func startLoading() {
    task {
      await self.world.comes()
      self.books = 2
      self.finishLoading()
    }
  }

  private struct Refusal: Error {}
}

/// What a person has waited for between two statements is waited for in all that is written of them.
@MainActor
@Suite(.ownGraph) struct AwaitedRecordingTests {
  private let world = World()

  private func conversation(_ mode: SessionClock.Mode = .real) -> Conversation {
    let conversation = Conversation { [world] catalog, _ in
      catalog.add(SlowShelf.self) { SlowShelf(world) }
    }
    world.session = conversation.session
    for word in conversation.session.screenWords { conversation.session.add(word) }
    conversation.clock.set(mode)
    // A machine that has much else to do must not end the waits.
    conversation.session.host.patience = .seconds(3_600)
    return conversation
  }

  /// Begins something, and thinks until something has become so.
  private func say(
    _ text: String, in conversation: Conversation, until isSo: (SlowShelf) -> Bool
  ) async throws {
    #expect(await conversation.say(text).status == .ok)
    let shelf = try #require(conversation.session.scope["s"]?.viewModel as? SlowShelf)
    world.isOpen = true
    while !untracked({ isSo(shelf) }) { await Task.yield() }
    world.isOpen = false
  }

  /// Shows a shelf, takes a book once it is there, and orders another one.
  private func walk(in conversation: Conversation) async throws {
    try await say("let s = SlowShelf(); :show s &", in: conversation) { $0.state == .loaded }
    #expect(await conversation.say("s.take(); s.take()").status == .ok)
    try await say("s.order() &", in: conversation) { $0.books == 1 && !$0.orderCommand.isExecuting }
    #expect(await conversation.say("s.take()").status == .ok)
  }

  private static let script = """
    let s = SlowShelf()
    :show s &
    wait until s.state == .loaded
    s.take()
    s.take()
    s.order() &
    wait until !s.order.isExecuting
    s.take()

    """

  @Test func aScriptWaitsAsThePersonDid() async throws {
    try await withFolder { folder in
      let first = conversation()
      try await walk(in: first)
      await first.say(":save \(folder)/walk.mvvm")
      let text = try String(contentsOfFile: "\(folder)/walk.mvvm", encoding: .utf8)
      #expect(text == Self.script)
      let second = conversation()
      let said = await second.say(":load \(folder)/walk.mvvm")
      #expect(said.status == .ok, "\(said.lines)")
      #expect(await second.say("s.books").lines == ["0"])
    }
  }

  @Test func aConversationGoesAsItWentAndADraftOfALessonWaits() async throws {
    try await withFolder { folder in
      let first = conversation()
      try await walk(in: first)
      await first.say(":export md \(folder)/walk.md; :export lesson \(folder)/01.md")
      let text = try String(contentsOfFile: "\(folder)/walk.md", encoding: .utf8)
      #expect(text.contains("❯ wait until s.state == .loaded\n❯ s.take()"))
      let report = await TranscriptRunner { [world] emit in
        var catalog = Catalog()
        catalog.add(SlowShelf.self) { SlowShelf(world) }
        let session = Session(catalog: catalog, emit: emit)
        session.host.patience = .seconds(3_600)
        world.session = session
        for word in session.screenWords { session.add(word) }
        return session
      }.run(Transcript(text))
      #expect(report.failures.isEmpty, "\(report.failures)")
      let draft = try String(contentsOfFile: "\(folder)/01.md", encoding: .utf8)
      #expect(draft.contains("wait until s.state == .loaded\ns.take()"))
    }
  }

  @Test func aReplayNeedsNoneOfIt() async throws {
    let conversation = conversation()
    try await walk(in: conversation)
    // More than others have before a statement; that a replay goes on is no wait of the session's own.
    (world.session, world.turns) = (nil, 4 * EntryProgress.mostTurns)
    let said = await conversation.say(":replay")
    #expect(said.lines.last == "replayed 6 statements; the results were the same")
  }

  /// It ran the next statement, and only then looked.
  @Test func aReplayCanBeInterruptedBetweenTwoStatements() async throws {
    let conversation = conversation()
    try await say("let s = SlowShelf(); :show s &", in: conversation) { $0.state == .loaded }
    await conversation.say("s.take()")
    let session = conversation.session
    (world.session, world.turns) = (nil, 4 * EntryProgress.mostTurns)
    world.onTurns = { session.cancelRunning() }
    #expect(await conversation.say(":replay").status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(world.takings == 1)
  }

  @Test func nothingIsWaitedForThatNobodyHasWaitedFor() async throws {
    let conversation = conversation()
    world.isOpen = true
    await conversation.say("let s = SlowShelf(); :show s &; s.order() &\ns.books; wait all")
    await conversation.say(":show s; s.take()")
    #expect(conversation.session.voice.recorder.steps.allSatisfy { $0.waiting == nil })
  }

  @Test func whatIsNotRecordedLeavesTheWaitForTheNext() async throws {
    let conversation = conversation()
    try await say("let s = SlowShelf(); :show s &", in: conversation) { $0.state == .loaded }
    await conversation.say(":record sideways")
    await conversation.say("s.take()")
    #expect(
      conversation.session.voice.recorder.steps.last?.written
        == ["wait until s.state == .loaded", "s.take()"])
  }

  @Test func onAManualClockItTakesNoTime() async throws {
    let conversation = conversation(.manual)
    try await say("let s = SlowShelf(); :show s &", in: conversation) { $0.state == .loaded }
    await conversation.say("s.take()")
    let wait = try #require(conversation.session.voice.recorder.steps.last?.waiting)
    #expect(wait == "wait until s.state == .loaded within 0s")
    let second = self.conversation(.manual)
    let before = second.clock.now
    #expect(await second.say("let s = SlowShelf(); :show s &; \(wait); s.take()").status == .ok)
    #expect(second.clock.now == before)
  }

  @Test func whatIsRestoredWaits() async throws {
    try await withFolder { folder in
      let conversation = conversation()
      let place = URL(filePath: "\(folder)/session")
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      try await walk(in: conversation)
      #expect(
        try String(contentsOfFile: "\(place.path)-\(getpid())", encoding: .utf8) == Self.script)
    }
  }
}
