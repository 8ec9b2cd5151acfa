import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A door that opens when the world outside says so, and swings for a time of the session's clock.
@MainActor
private final class Door: ViewModel {
  let isOpen = Property(false, label: "isOpen")
  let knock: Command<Void, Void>

  init(_ clock: SessionClock, _ bell: AsyncStream<Void>, swings: Duration) {
    knock = Command(label: "knock") { [isOpen] () async throws in
      for await _ in bell { break }
      if swings > .zero { try await clock.sleep(for: swings) }
      isOpen.value = true
    }
  }

  static let schema = ViewModelSchema(
    Door.self, "A door.",
    members: [.property("isOpen", { $0.isOpen }), .command("knock", { $0.knock })])
}

/// A page that has loaded when the world outside says so.
@ViewModel private final class Hall: LifecycleViewModel {
  @Ignored private let bell: AsyncStream<Void>

  init(_ bell: AsyncStream<Void>) {
    self.bell = bell
    super.init()
  }

  override func startLoading() {
    task { [bell] in
      for await _ in bell { break }
      self.finishLoading()
    }
  }
}

/// A list that loads more by itself until the world outside says that it is there.
@ViewModel private final class Aisle: LifecycleViewModel {
  let page = PageState()

  init(_ bell: AsyncStream<Void>) {
    super.init()
    page.loadingMore = .loading
    task { [page] in
      for await _ in bell { break }
      page.loadingMore = .idle
    }
  }
}

/// The first through a gate waits for the world outside, the second one sleeps on the clock.
@MainActor
private final class Gate: ViewModel {
  let pass: Command<Void, Void>
  /// Sets off a timer of the clock in passing, and waits for the world outside.
  let ring: Command<Void, Void>

  init(_ clock: SessionClock, _ bell: AsyncStream<Void>) {
    var count = 0
    pass = Command(label: "pass", policy: .parallel(max: 2)) { () async throws in
      count += 1
      guard count == 1 else { return try await clock.sleep(for: .seconds(60)) }
      for await _ in bell { break }
    }
    ring = Command(label: "ring") { () async throws in
      _ = clock.schedule(after: .seconds(3_600)) {}
      for await _ in bell { break }
    }
  }

  static let schema = ViewModelSchema(
    Gate.self, "A gate.",
    members: [.command("pass", { $0.pass }), .command("ring", { $0.ring })])
}

/// A manual clock and what no clock hastens.
@MainActor
@Suite(.ownGraph) struct WaitingTests {
  fileprivate let bell = AsyncStream.makeStream(of: Void.self)

  /// A conversation with a door at which somebody has knocked.
  private func conversation(swings: Duration = .zero) async -> Conversation {
    let stream = bell.stream
    let conversation = Conversation { catalog, clock in
      catalog.add(Door.self) { Door(clock, stream, swings: swings) }
    }
    // Longer than a machine that is busy with other tests takes for a turn.
    conversation.session.host.patience = .seconds(1_000_000)
    await conversation.say(":clock manual\nlet d = Door(); d.knock() &")
    return conversation
  }

  /// The time that the clock goes on during a statement in which the bell rings.
  private func time(of statement: String, in conversation: Conversation) async -> Duration {
    let start = conversation.clock.now
    let waiting = Task { await conversation.say(statement) }
    while conversation.session.evaluator.interrupt == nil { await Task.yield() }
    bell.continuation.yield()
    #expect(await waiting.value.status == .ok)
    return start.duration(to: conversation.clock.now)
  }

  @Test(arguments: ["wait until d.isOpen", "wait #1; expect d.isOpen"])
  func aManualClockStandsStillForTheWorldOutside(statement: String) async {
    let conversation = await conversation()
    #expect(await time(of: statement, in: conversation) == .zero)
  }

  /// The clock ran past the limit while a request of the page had not yet come to its sleep.
  @Test func aManualClockStandsStillForAPageThatLoads() async {
    let stream = bell.stream
    let conversation = Conversation { catalog, _ in catalog.add(Hall.self) { Hall(stream) } }
    for word in conversation.session.screenWords { conversation.session.add(word) }
    conversation.session.host.patience = .seconds(1_000_000)
    await conversation.say(":clock manual\nlet h = Hall()\n:show h &")
    #expect(await time(of: "wait until h.state == .loaded", in: conversation) == .zero)
  }

  /// A list that goes on by itself when the network is back executes no command.
  @Test func aManualClockStandsStillForAListThatLoadsMore() async {
    let stream = bell.stream
    let conversation = Conversation { catalog, _ in catalog.add(Aisle.self) { Aisle(stream) } }
    conversation.session.host.patience = .seconds(1_000_000)
    await conversation.say(":clock manual\nlet s = Aisle()")
    #expect(await time(of: "wait until s.page.loadingMore == .idle", in: conversation) == .zero)
  }

  @Test func aSleepThatBeginsOutsideIsMetOnTheWay() async {
    let conversation = await conversation(swings: .seconds(3))
    #expect(await time(of: "wait until d.isOpen", in: conversation) == .seconds(3))
  }

  @Test(.timeLimit(.minutes(10)))
  func aSleepThatBeginsOnAnotherThreadAsTheWaitDoesIsMet() async throws {
    let session = Conversation().session
    let clock = session.clock
    clock.set(.manual)
    for round in 0..<500 {
      let hasWoken = Property(false)
      Task.detached {
        var turns = round * 7 % 400
        while turns > 0 { turns -= 1 }
        try await clock.sleep(for: .seconds(1))
        await MainActor.run { hasWoken.value = true }
      }
      let hasCome = try await session.waiting.comes(
        true: { hasWoken.value }, within: nil, at: nil, while: { true })
      #expect(hasCome)
    }
  }

  /// The clock of the world goes on by itself, and the end of a command is no change of a value.
  @Test(.timeLimit(.minutes(10))) func theResultOfACommandIsMetAsItComes() async {
    let stream = bell.stream
    let conversation = Conversation { catalog, clock in
      catalog.add(Door.self) { Door(clock, stream, swings: .zero) }
    }
    await conversation.say("let d = Door(); d.knock() &")
    let start = ContinuousClock.now
    let waiting = Task { await conversation.say("expect d.knock emits [nil] within 1200s") }
    while conversation.session.evaluator.interrupt == nil { await Task.yield() }
    bell.continuation.yield()
    #expect(await waiting.value.status == .ok)
    #expect(start.duration(to: .now) < .seconds(600))
  }

  @Test func aWaitForTheWorldOutsideCanBeCancelled() async {
    let conversation = await conversation()
    let waiting = Task { await conversation.say("wait until d.isOpen") }
    while !conversation.session.cancelRunning() { await Task.yield() }
    #expect(await waiting.value.status == .runtimeError)
    #expect(conversation.diagnostics.first?.code == .cancelled)
    await conversation.say(":cancel all\nwait all")
  }

  @Test func whatNobodyDoesIsNotWaitedFor() async {
    let conversation = Conversation()
    await conversation.say(":clock manual\nlet f = Form()")
    let start = conversation.clock.now
    #expect(await conversation.say("wait until f.age == 3").status == .expectationFailed)
    #expect(start.duration(to: conversation.clock.now) == .seconds(10))
  }

  /// A conversation in which a command sleeps for a minute of a manual clock, and patience never ends.
  fileprivate func sleeping() async -> Conversation {
    let stream = bell.stream
    let conversation = Conversation { catalog, clock in
      catalog.add(Door.self) { Door(clock, stream, swings: .seconds(60)) }
    }
    conversation.session.host.patience = .seconds(1_000_000)
    bell.continuation.yield()
    await conversation.say(":clock manual\nlet d = Door(); d.knock() &")
    return conversation
  }

  /// Nobody outside works: the only command sleeps on this clock, beyond the limit.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "wait #1 within 1s", "wait all within 1s", "wait until d.isOpen within 1s",
      "expect d.isOpen within 1s", "expect d.isOpen emits [true] within 1s",
    ])
  func aLimitIsOverAtOnceWhereAllSleepOnTheClock(statement: String) async {
    let conversation = await sleeping()
    let start = conversation.clock.now
    #expect(await conversation.say(statement).status != .ok)
    #expect(start.duration(to: conversation.clock.now) == .seconds(1))
    #expect(await conversation.say("wait #1; expect d.isOpen").status == .ok)
    #expect(start.duration(to: conversation.clock.now) == .seconds(60))
  }

  /// Another command may still bring it about, which no clock hastens.
  @Test func aLimitStandsStillWhileAnotherCommandWorksOutside() async {
    let conversation = await sleeping()
    await conversation.say("let e = Door(); e.knock() &")
    let start = conversation.clock.now
    let waiting = Task { await conversation.say("wait #2 within 90s") }
    while conversation.session.evaluator.interrupt == nil { await Task.yield() }
    #expect(start.duration(to: conversation.clock.now) == .seconds(60))
    bell.continuation.yield()
    #expect(await waiting.value.status != .ok)
    #expect(start.duration(to: conversation.clock.now) == .seconds(90))
  }
}

extension WaitingTests {
  /// A conversation with a gate; patience never ends.
  private func gate() async -> Conversation {
    let stream = bell.stream
    let conversation = Conversation { catalog, clock in
      catalog.add(Gate.self) { Gate(clock, stream) }
    }
    conversation.session.host.patience = .seconds(1_000_000)
    await conversation.say(":clock manual\nlet g = Gate()")
    return conversation
  }

  /// More commands than the session keeps the events of.
  private func executeMany(in conversation: Conversation) {
    conversation.session.graph.run {
      let command = Command<Void, Void>(label: "many") {}
      for _ in 0...CommandTimes.limit { command.execute() }
    }
  }

  /// Says a wait that ends in its time because the world outside moves.
  private func expectInTime(_ statement: String, in conversation: Conversation) async {
    let start = conversation.clock.now
    let waiting = Task { await conversation.say(statement) }
    while conversation.session.evaluator.interrupt == nil { await Task.yield() }
    bell.continuation.yield()
    #expect(await waiting.value.status == .ok)
    #expect(start.duration(to: conversation.clock.now) < .seconds(1))
  }

  @Test(.timeLimit(.minutes(10))) func aForgottenExecutionStillWorksOutside() async {
    let conversation = await gate()
    await conversation.say("g.pass() &")
    executeMany(in: conversation)
    await conversation.say("g.pass() &")
    await expectInTime("wait #1 within 1s", in: conversation)
  }

  @Test(.timeLimit(.minutes(10))) func aForgottenExecutionStillSleeps() async {
    let conversation = await sleeping()
    executeMany(in: conversation)
    #expect(await conversation.say("wait #1 within 1s").status != .ok)
  }

  @Test(.timeLimit(.minutes(10))) func aTimerInPassingIsNoSleepOfItsCommand() async {
    let conversation = await gate()
    await conversation.say("g.ring() &")
    await expectInTime("wait #1 within 1s", in: conversation)
  }
}

/// An interruption ends what moves a manual clock, between two of its deadlines.
@MainActor
@Suite(.ownGraph) struct InterruptedClockTests {
  @Test(arguments: [
    "advance 1h", "wait 1h", "expect x == 1.0 within 1h", "wait until x == 1.0 within 1h",
  ])
  func anInterruptionEndsWhatMovesTheClock(statement: String) async {
    let conversation = Conversation()
    let clock = conversation.clock
    clock.set(.manual)
    await conversation.say("var x = 0.0")
    let ticking = Task { while (try? await clock.sleep(for: .milliseconds(1))) != nil {} }
    let running = Task { await conversation.say(statement) }
    while clock.moment < .milliseconds(5) { await Task.yield() }
    conversation.session.cancelRunning()
    #expect(await running.value.status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(clock.moment < .seconds(3_600))
    ticking.cancel()
  }

  @Test func whatNobodyWatchesIsSaidToNeedThat() async {
    let conversation = Conversation()
    await conversation.say("let f = Form(); let d = { f.age * 2 }; f.age = 1; f.age = 2")
    let said = await conversation.say("expect d emits [2, 4]").lines
    #expect(said.contains { $0.contains("watch d first") }, "\(said)")
    await conversation.say("watch d; f.age = 3; f.age = 4")
    #expect(
      !(await conversation.say("expect d emits [1]").lines.joined().contains("watch d first")))
  }
}
