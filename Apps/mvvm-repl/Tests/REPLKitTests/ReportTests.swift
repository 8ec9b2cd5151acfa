import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// `:report`: what a statement made run.
@MainActor
@Suite(.ownGraph) struct ReportTests {
  let conversation = Conversation.withCourier()

  @Test func aReportOfAStatementTellsItsOrderWhatStayedEqualAndItsText() async {
    await conversation.say("let f = Form(); watch f.canSave\nf.age = 3\nf.age = 40\nf.age = 41")
    let said = await conversation.say(":report #3").lines
    #expect(said.first == "you typed f.age = 41")
    #expect(said[1].contains(": 1 write (f.age); 1 recompute"))
    #expect(!said[1].contains("observer"))
    #expect(said.contains("  recomputed to an equal value: f.isAdult"))
    #expect(said.contains { $0.contains("[1] age") })
    #expect(said.contains { $0.contains("[2=] isAdult") })
    #expect(said.last == "[1] its turn in the change; [2=] ran, and its value stayed equal")
    let first = await conversation.say(":report #1").lines
    #expect(first.first == "you typed f.age = 3")
    #expect(first.contains { $0.contains("[3] canSave") })
    #expect(await conversation.say(":report #1").lines == conversation.say(":report 1").lines)
  }

  /// The numbers of batches in a report may contain the digits of a value, so the value is sought in its box.
  @Test func aReportOfAPastChangeHasTheValuesOfThatChange() async {
    await conversation.say("let f = Form(); watch f.canSave\nf.age = 3\nf.age = 4711")
    await conversation.say("f.pin = \"zebra9\"")
    let said = await conversation.say(":report #1").lines.joined(separator: "\n")
    #expect(said.contains("│ 3 ⟵ 30") && said.contains("│ false ⟵ true"), "\(said)")
    #expect(!said.contains("│ 4711"))
    let second = await conversation.say(":report #2").lines.joined(separator: "\n")
    #expect(second.contains("│ 4711 ⟵ 3") && second.contains("│ true ⟵ false"), "\(second)")
    #expect(!(await conversation.say(":report #3").lines.joined().contains("zebra9")))
  }

  @Test func theReportOfTheLastChangeSaysWhichStatementItWas() async {
    await conversation.say("let f = Form(); watch f.canSave\nf.age = 3")
    let report = await conversation.say(":report").lines
    #expect(report.first == "you typed f.age = 3")
    #expect(await conversation.say("f.age = 3\nwatch f.isNamed\n:report").lines.contains(report[0]))
    let chinese = await conversation.say(":lang zh\n:report").lines
    #expect(chinese.contains { $0.contains("f.age = 3") && !$0.contains("typed") }, "\(chinese)")
  }

  @Test func aReportWordsARefusalInTheLanguage() async {
    await conversation.say(":lang zh\nlet f = Form(); f.age = 3\nf.save()")
    let said = await conversation.say(":report f.save").lines
    #expect(said.last?.hasSuffix("被拒绝：isAdult 为 false") == true, "\(said)")
  }

  /// An error may hold a response with its body.
  @Test func recordsKeepTheWordsOfAnErrorOnly() async throws {
    await conversation.say("let c = Courier()\nc.lose()")
    let errors = conversation.session.chronicle.tracer.log.records.compactMap(\.error)
    #expect(!errors.isEmpty && errors.allSatisfy { $0 is Message || $0 is Rejection }, "\(errors)")
  }

  @Test func whatAnotherStatementHasStartedIsNotTheLastChange() async {
    await conversation.say("let c = Courier()\nc.send(1) &\nwait all")
    let said = await conversation.say(":report").lines
    #expect(said.first == "you typed c.send(1) &" && said.joined().contains("1 ⟵ 0"), "\(said)")
  }

  @Test func whatRanAtTheSameTimeStandsBesideIt() async {
    await conversation.say(":clock manual\nlet c = Courier()\nc.send(1) &\nc.pack() &")
    await conversation.say("advance 20ms")
    let said = await conversation.say(":report c.pack").lines
    #expect(said.first == "you typed c.pack() &")
    #expect(said.contains { $0.hasPrefix("c.send()  ╌") }, "\(said)")
    #expect(said.contains { $0.hasPrefix("c.pack()  ") }, "\(said)")
    await conversation.say("advance 1s")
    await conversation.say("c.pack() &\nadvance 1s")
    let alone = await conversation.say(":report c.pack").lines
    #expect(alone.count { $0.hasPrefix("c.") } == 1, "\(alone)")
  }

  @Test func executionsStandBesideEachOtherWithTheirTimes() async {
    await conversation.say(":clock manual\nlet c = Courier()")
    await conversation.say("c.send(1) &\nc.send(2) &\nadvance 150ms\nadvance 50ms")
    #expect(
      await conversation.say(":report c.send").lines.suffix(4) == [
        "t         0" + String(repeating: " ", count: 94) + "200ms",
        "c.send()  " + String(repeating: "╌", count: 50) + "✓" + String(repeating: " ", count: 49)
          + "  100ms",
        "c.send()  " + String(repeating: "·", count: 50) + String(repeating: "╌", count: 49)
          + "✓  200ms", "· waited for its turn; ╌ waited on the clock",
      ])
  }

  @Test func theReportOfACommandThatIsWaitedForHasItsWaitsAndItsProgress() async {
    await conversation.say(":clock manual\nlet c = Courier(); c.pack() &\nadvance 100ms\nwait all")
    let said = await conversation.say(":report c.pack").lines
    let bar = said.last { $0.hasPrefix("c.pack()") } ?? ""
    #expect(bar.hasPrefix("c.pack()  ┿╌") && bar.contains("╌┿╌") && bar.hasSuffix("╌✓  100ms"))
    // Of what lies in one tenth the first is drawn.
    #expect(bar.count { $0 == "┿" } == 2)
  }

  @Test func failuresAndCancellationsAreTold() async {
    await conversation.say(":clock manual\nlet c = Courier(); c.lose() &\nadvance 1s")
    #expect(
      await conversation.say(":report c.lose").lines.last { $0.hasPrefix("c.lose()") }?
        .hasSuffix("✗  30ms  failed: the printer is on fire") == true)
    await conversation.say("c.send(1) &\nc.send(2) &\nadvance 10ms\n:cancel #3")
    let cancelled = await conversation.say(":report c.send").lines
      .last { $0.hasPrefix("c.send()") }
    #expect(cancelled?.hasSuffix("!  10ms  cancelled") == true, "\(cancelled ?? "")")
    #expect(cancelled?.contains("·!") == true)
    let chinese = await conversation.say("advance 1s\n:lang zh\n:report c.lose").lines
      .last { $0.hasPrefix("c.lose()") }
    #expect(chinese?.hasSuffix("失败：the printer is on fire") == true, "\(chinese ?? "")")
  }

  @Test func aSecureCommandKeepsItsErrorToItself() async {
    await conversation.say("let c = Courier(); c.secret(\"hunter2\")")
    let said = await conversation.say(":report c.secret").lines
    #expect(said.last?.hasSuffix("failed") == true, "\(said)")
    #expect(!said.joined().contains("hunter2") && !said.joined().contains("printer"))
  }

  @Test func whatGoesOnEndsInAnArrow() async {
    await conversation.say(":clock manual\nlet c = Courier(); c.send(1) &\nadvance 40ms")
    let said = await conversation.say(":report c.send").lines
    let bar = said.last { $0.hasPrefix("c.send()") }
    #expect(bar?.hasSuffix("╌▸  40ms  still running") == true, "\(said)")
    #expect(await conversation.say(":cancel all\nwait all").status != .parseError)
  }

  @Test func doubleWorkNamesTheNodesAtFault() async throws {
    await conversation.say("let f = Form()")
    let session = conversation.session
    let form = try #require(session.scope["f"]?.viewModel as? Form)
    // An observer writes what another one has read already.
    let first = observe(label: "first") { _ = (form.age.value, form.name.value) }
    let second = observe(label: "second") { form.name.value = "n\(form.age.value)" }
    let said = await conversation.say("f.age = 50\n:report").lines
    #expect(
      said.contains { $0.contains("double work: first (2 times, because of f.age, f.name)") },
      "\(said)")
    #expect(first.isActive && second.isActive)
  }

  @Test func whatHasNoNameIsToldByWhatItIs() async throws {
    await conversation.say("let f = Form()")
    let form = try #require(conversation.session.scope["f"]?.viewModel as? Form)
    let unnamed = observe { _ = form.age.value }
    let said = await conversation.say("f.age = 50; :report; :heat").lines
    #expect(said.contains { $0.contains("ReportTests.swift:") }, "\(said)")
    #expect(said.contains { $0.hasPrefix("  ReportTests.swift:") }, "\(said)")
    #expect(!said.joined().contains("REPLKitTests/"), "\(said)")
    #expect(unnamed.isActive)
  }

  @Test(arguments: [
    (":report #9", "there is no statement '#9' in the timeline"),
    (":report f.wait", "no statement in the log made 'f.wait' run"),
    (":report nobody", nil), (":report 1 + 1", nil),
  ])
  func whatCannotBeReportedIsSaid(statement: String, message: String?) async {
    await conversation.say("let f = Form()\nf.age = 3")
    #expect(await conversation.say(statement).status == .runtimeError)
    if let message {
      #expect(conversation.diagnostics.first?.message.description == message)
    }
  }

  @Test func whatChangedBetweenStatementsBelongsToNone() async throws {
    await conversation.say("let f = Form()\nf.age = 1")
    let form = try #require(conversation.session.scope["f"]?.viewModel as? Form)
    form.age.value = 77
    await conversation.say("f.name")
    #expect(await conversation.say(":report #2").status == .runtimeError)
    let told = conversation.diagnostics.first?.message.description
    #expect(told == "there is no statement '#2' in the timeline")
  }

  @Test func aReplayTellsTheSameReport() async {
    await conversation.say(":record\nlet f = Form(); f.clear(); :report; f.age = 5; :report #1")
    #expect(conversation.lines.contains { $0.hasPrefix("f.clear()  ") && $0.hasSuffix("ms") })
    let said = await conversation.say(":replay")
    #expect(said.status == .ok, "\(said.lines)")
  }

  @Test func whatIsKeptOfCommandsStaysSmall() throws {
    let graph = Graph.current
    let log = TraceLog()
    graph.tracer = log
    let clear = Command<Void, Void>(label: "clear") {}
    clear.execute()
    let records = log.records.filter { $0.kind == .commandStart || $0.kind == .commandEnd }
    var times = CommandTimes()
    for _ in 0..<(2 * CommandTimes.limit) {
      for record in records { times.take(record, at: .zero) }
    }
    #expect(times.events.count < 2 * CommandTimes.limit)
    #expect(times.events.count >= CommandTimes.limit)
  }
}
