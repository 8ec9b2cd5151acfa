import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// An account whose commands wait and reach outside.
@MainActor
private final class Account: ViewModel {
  let name = Property("", label: "name")
  let balance = Property(0, label: "balance")
  let sent: Property<Int>
  let pay: Command<Void, Int>
  let tick: Command<Void, Void>
  let hello: Command<Void, Void>
  private var greeting: Subscription?

  init(_ clock: SessionClock, sent: Property<Int>) {
    self.sent = sent
    pay = Command(label: "pay") { [balance, sent] () async throws in
      try await clock.sleep(for: .seconds(5))
      if let rehearsal = Rehearsal.current {
        rehearsal.withhold(Message(verbatim: "the bill was not sent"))
      } else {
        sent.value += 1
      }
      balance.value -= 10
      return balance.value
    }
    tick = Command(label: "tick") { [balance] () async throws in
      while true {
        try await clock.sleep(for: .seconds(7))
        balance.value += 1
      }
    }
    hello = Command(label: "hello") {}
    greeting = observe { [name] in
      if !name.value.isEmpty {
        Rehearsal.current?.withhold(Message(verbatim: "the greeting was not sent"))
      }
    }
  }

  static let schema = ViewModelSchema(
    Account.self, "An account.",
    members: [
      .property("name", { $0.name }), .derived("balance", { $0.balance }),
      .command("pay", { $0.pay }), .command("tick", { $0.tick }),
      .command("hello", { $0.hello }),
    ])
}

/// `whatif` on commands: on a copy, with nothing that reaches outside.
@MainActor
@Suite(.ownGraph) struct RehearsalTests {
  private let sent = Property(0)

  private func conversation(_ text: String) async -> Conversation {
    let sent = sent
    let conversation = Conversation { catalog, clock in
      catalog.add(Account.self) { Account(clock, sent: sent) }
    }
    conversation.session.host.rehearsesCommands = true
    await conversation.say(text)
    return conversation
  }

  @Test func aCommandRunsOnACopyWithTheSameValues() async {
    let conversation = await conversation("let f = Form(); f.age = 7; let next = { f.age + 1 }")
    let said = await conversation.say("watch f.age; whatif f.clear()")
    #expect(said.lines.prefix(3) == ["◉ f.age  7", "f.clear() would run", "Would change"])
    #expect(said.lines.contains("  f.age      0  ⟵ 7"))
    #expect(said.lines.contains("  f.name     \"\"  ⟵ \"ann\""))
    #expect(said.lines.contains("  next       1  ⟵ 8"))
    #expect(await conversation.say("f.age; f.name; undo").lines.prefix(2) == ["7", "\"ann\""])
    #expect(await conversation.say("f.age").lines == ["30"])
  }

  @Test(
    arguments: [
      ("bind f.name -> g.name", "  g.name  \"cy\"  ⟵ \"ann\""),
      ("bind f.name <-> g.name", "  g.name  \"cy\"  ⟵ \"ann\""),
      ("bind g.name <-> f.name", "  g.name  \"cy\"  ⟵ \"ann\""),
      ("bind f.name -> g.name via uppercased", "  g.name  \"CY\"  ⟵ \"ANN\""),
      ("let n = { f.name.count }; bind n -> g.age", "  g.age   2  ⟵ 3"),
      ("var v = \"\"; bind f.name -> v; bind v -> g.name", "  v       \"cy\"  ⟵ \"ann\""),
      ("var v = \"\"; bind f.name -> v; bind v -> g.name", "  g.name  \"cy\"  ⟵ \"ann\""),
    ])
  func anAssignmentIsTriedWithWhatBindingsHandOn(bindings: String, row: String) async {
    let conversation = await conversation("let f = Form(); let g = Form()")
    await conversation.say(bindings)
    await conversation.say("f\ng")
    let before = await conversation.say("f\ng\n:timeline").lines
    let said = await conversation.say("watch g.name; whatif f.name = \"cy\"").lines
    #expect(said.contains(row), "\(said)")
    // Nobody has seen it, and all is as it was.
    #expect(!said.contains { $0.hasPrefix("◉") && $0.contains("⟵") })
    #expect(await conversation.say("f\ng\n:timeline").lines == before)
  }

  @Test func whatFollowsFromABoundValueIsTriedToo() async {
    let conversation = await conversation("var a = 1; var b = 1; let c = { b + 1 }")
    let said = await conversation.say("bind a -> b; whatif a = 5").lines
    #expect(said.contains { $0.hasPrefix("  c") && $0.hasSuffix("6  ⟵ 2") })
  }

  @Test func whatItWouldReturnOrThrowIsTold() async {
    let conversation = await conversation("let f = Form()")
    #expect(
      await conversation.say("whatif f.save()").lines == [
        "f.save() would run and return \"saved ann\"", "Nothing would change.",
      ])
    #expect(
      await conversation.say("whatif f.fail()").lines.first
        == "f.fail() would fail: the printer is on fire")
    #expect(conversation.session.evaluator.results.count == 0)
  }

  @Test func whatReachesOutsideIsToldAndNotDone() async {
    let conversation = await conversation(":clock manual\nlet a = Account()")
    let start = conversation.clock.now
    let said = await conversation.say("whatif a.pay()")
    #expect(
      said.lines == [
        "a.pay() would run and return -10", "Would change", "  a.balance  -10  ⟵ 0",
        "not done: the bill was not sent",
      ])
    #expect(sent.value == 0)
    #expect(conversation.clock.now == start)
  }

  @Test func whatTheCopyDoesBeforeIsNotTold() async {
    let conversation = await conversation("let a = Account(); a.name = \"bo\"")
    #expect(await conversation.say("whatif a.hello()").lines.count == 2)
    #expect(
      await conversation.say("whatif a.pay()").lines.last == "not done: the bill was not sent")
  }

  @Test func whatOnlyTheViewModelSetsIsToldToBeOther() async {
    let conversation = await conversation(":clock manual\nlet a = Account(); a.pay() &")
    await conversation.say("advance 5s\nwait all")
    let said = await conversation.say("whatif a.pay()")
    #expect(said.lines.last == "different in the copy: a.balance")
    #expect(await conversation.say("a.balance").lines == ["-10"])
    #expect(sent.value == 1)
  }

  @Test func aLoopThatOnlyWaitsComesToAnEnd() async {
    let conversation = await conversation("let a = Account()")
    let said = await conversation.say("whatif a.tick()")
    #expect(said.lines.first == "a.tick() would keep running; the dry run was cancelled")
    #expect(said.lines.contains("  a.balance  8  ⟵ 0"))
  }

  @Test func aTrialThatHangsIsCancelled() async {
    let conversation = await conversation("let f = Form()")
    let trying = Task { await conversation.say("whatif f.wait()") }
    while !conversation.session.cancelRunning() { await Task.yield() }
    #expect(
      await trying.value.lines.first == "f.wait() would keep running; the dry run was cancelled")
  }

  @Test func whatHasNoCopyIsNotTried() async {
    let conversation = await conversation("")
    conversation.session.define("host", Form())
    #expect(
      await conversation.say("whatif host.clear()\nhost.age").lines == [
        "host.clear() would run", "  it was not created here, so it cannot be copied and tried",
        "30",
      ])
    conversation.session.host.rehearsesCommands = false
    #expect(
      await conversation.say("let f = Form(); whatif f.clear()").lines.last
        == "  its effects outside the program are unknown, so it is not tried")
  }

  @Test func aTrialLeavesNothingBehind() async {
    let conversation = await conversation("let f = Form(); f.age = 5")
    for _ in 0..<20 { await conversation.say("whatif f.clear()") }
    #expect(conversation.session.chronicle.timeline.entries.count == 1)
    #expect(conversation.session.chronicle.timeline.ignored.isEmpty)
    #expect(conversation.session.scope.made.count == 1)
  }

  @Test func theCopyKeepsSecretsOutOfTheLog() async {
    let conversation = await conversation("let f = Form(); f.pin = \"zebra9\"")
    await conversation.say("whatif f.clear()")
    let records = conversation.session.chronicle.tracer.log.records
    let told = records.filter { $0.name == "pin" }.map(\.description)
    // No number of a record.
    #expect(!told.isEmpty && !told.contains { $0.contains("zebra9") }, "\(told)")
  }
}
