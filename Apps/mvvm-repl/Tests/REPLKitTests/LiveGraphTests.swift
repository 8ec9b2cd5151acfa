import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// `:graph live`: the graph, drawn anew after each change.
@MainActor
@Suite(.ownGraph) struct LiveGraphTests {
  let conversation = Conversation.withCourier()

  @Test func aNodeThatMentionsNoneHasNoSuchMember() async {
    var renderer = JSONRenderer()
    var lines: [String] = []
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let session = Session(catalog: catalog) { lines += renderer.lines($0, from: nil, at: .zero) }
    await session.run(SourceText("let f = Form(); :graph f.canSave"))
    #expect(lines.contains { $0.contains(#""reads":["#) } && !lines.joined().contains(":null"))
    await session.close()
  }

  @Test func eachStatementThatChangesSomethingDrawsItWithItsTurns() async {
    let first = await conversation.say("let f = Form(); :graph live f.canSave").lines
    #expect(first.contains { $0.contains("│ canSave") } && !first.joined().contains("["))
    let said = await conversation.say("f.age = 3").lines.joined(separator: "\n")
    for mark in ["[1] age", "[2] isAdult", "[3] canSave"] {
      #expect(said.contains(mark), "\(said)")
    }
    #expect(!said.contains("] isNamed"))
    let equal = await conversation.say("f.age = 4").lines.joined(separator: "\n")
    #expect(equal.contains("[2=] isAdult") && !equal.contains("] canSave"), "\(equal)")
  }

  @Test func whatAStatementCausesLaterOnIsMarkedWithIt() async throws {
    await conversation.say("let f = Form(); :graph live f.canSave\nf.age = 40")
    let form = try #require(conversation.session.scope["f"]?.viewModel as? Form)
    let mark = conversation.session.chronicle.lastChange
    Trace.withCause(mark) { form.name.value = "" }
    let said = await conversation.say("1").lines.joined(separator: "\n")
    #expect(said.contains("[1] age") && said.contains("[3] name"), "\(said)")
    // What nothing that was typed has caused is a change of its own.
    form.age.value = 41
    let alone = await conversation.say("1").lines.joined(separator: "\n")
    #expect(alone.contains("[1] age") && !alone.contains("] name"), "\(alone)")
    #expect(await conversation.say("1").lines == ["1"])
  }

  @Test func whatDoesNotConcernItDrawsNothing() async {
    await conversation.say("let f = Form(); let g = Form(); :graph live f.isAdult")
    #expect(await conversation.say("g.age = 3; f.name = \"bo\"; f.age").lines == ["30"])
    #expect(await conversation.say("f.age = f.age").lines == [])
    #expect(await conversation.say("whatif f.age = 3").lines.count { $0.contains("─") } == 0)
    #expect(await conversation.say("f.age = 31").lines.joined().contains("[2=] isAdult"))
  }

  @Test func itIsEndedAndCostsNothingThen() async {
    await conversation.say("let f = Form(); :graph live f tree\nf.age = 3")
    #expect(conversation.lines.contains { $0.contains("─ [1] age = 3") }, "\(conversation.lines)")
    #expect(
      await conversation.say(":graph live off").lines == [
        "The graph is no longer kept up to date."
      ])
    #expect(await conversation.say("f.age = 40").lines == [])
    #expect(conversation.session.chronicle.writes.turns == nil)
    for words in [":graph live off", ":graph off"] {
      #expect(
        await conversation.say(words).lines == [
          "No graph is kept up to date; :graph live form draws one."
        ])
    }
    await conversation.say(":graph live f")
    #expect(await conversation.say(":graph off").lines.count == 1)
    #expect(conversation.session.chronicle.live == nil)
    #expect(
      await conversation.say("let off = { f.age }; :graph off").lines.joined().contains("off"))
  }

  @Test func aNameThatStandsForElseIsFollowed() async {
    await conversation.say("let f = Form(); :graph live f.isAdult\nf.age = 3")
    let said = await conversation.say("let f = Form()").lines.joined(separator: "\n")
    #expect(said.contains("│ 30") && said.contains("isAdult"), "\(said)")
    #expect(await conversation.say("f.age = 5").lines.joined().contains("[1] age"))
    conversation.session.chronicle.begin(Timeline())
    #expect(conversation.session.chronicle.live == nil)
  }

  @Test func aNameThatStandsForNothingOfItAnyMoreEndsIt() async {
    await conversation.say("let f = Form(); let g = Form(); :graph live f.isAdult g")
    #expect(await conversation.say("let f = 3").lines.count { $0.contains("not kept up") } == 0)
    #expect(
      await conversation.say("let g = 3").lines.first
        == "The graph is no longer kept up to date.")
    #expect(
      await conversation.say("let g = Form(); g.age = 3").lines.joined().contains("─") == false)
    #expect(conversation.session.chronicle.live == nil)
  }

  @Test func aNodeThatIsAddedLeavesTheOthersWhereTheyWere() async {
    await conversation.say("let f = Form(); :graph live f.age")
    let before = await conversation.say("f.age = 3").lines
    let after = await conversation.say("let more = { f.age + 1 }; f.age = 4").lines
    func order(_ lines: [String]) -> [String] {
      ["isAdult", "canSave", "save()"].filter { name in lines.contains { $0.contains(name) } }
        .sorted { name, other in
          lines.firstIndex { $0.contains(name) } ?? 0 < lines.firstIndex { $0.contains(other) } ?? 0
        }
    }
    #expect(after.contains { $0.contains("more") })
    #expect(order(before) == order(after.suffix(LiveGraph.mostRows)))
  }

  @Test func secretsStayMasked() async {
    await conversation.say("let f = Form(); :graph live f\nf.pin = \"9876\"")
    let said = conversation.lines.joined(separator: "\n")
    #expect(said.contains("] pin") && !said.contains("9876") && !said.contains("1234"), "\(said)")
  }

  @Test func itTakesFewRowsHoweverLargeItIs() async {
    await conversation.say((0..<100).map { "var v\($0) = 0" }.joined(separator: "; "))
    await conversation.say(":graph live")
    #expect(conversation.lines.count <= LiveGraph.mostRows)
    let said = await conversation.say("v3 = 1; v7 = 2").lines
    #expect(said.contains("[1] v3 = 1") && said.contains("[1] v7 = 2"), "\(said)")
    #expect(said.contains("… and 99 more"))
  }

  @Test func aHostThatPaintsGetsOnePictureForAllThatOneTurnChanges() async throws {
    await conversation.say("let c = Courier(); :clock manual")
    var pictures: [DrawnGraph?] = []
    conversation.session.host.onLiveGraph = { pictures.append($0) }
    await conversation.say(":graph live c.isBusy")
    #expect(pictures.isEmpty)
    let courier = try #require(conversation.session.scope["c"]?.viewModel as? Courier)
    // Outside of a statement: two batches in one turn of the main actor.
    courier.sent.value = 3
    courier.sent.value = 4
    await conversation.clock.settle()
    #expect(pictures.count == 1)
    #expect(pictures.first??.nodes.contains { $0.mark == "[1×2]" } == true)
    let other = Property(0)
    other.value = 1
    await conversation.clock.settle()
    #expect(pictures.count == 1)
    // A statement is told of at its end, painted or not.
    await conversation.say("c.send(1) &\nadvance 100ms")
    #expect(conversation.lines.contains { $0.contains("] sent") })
    #expect((1...2).contains(pictures.count))
    await conversation.say(":graph live off")
    #expect(pictures.last == .some(nil))
  }

  @Test func onlyBoxesAndTreesAreKeptUpToDate() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say(":graph live f svg").status == .runtimeError)
    #expect(await conversation.say(":graph live nobody").status == .runtimeError)
    #expect(conversation.session.chronicle.live == nil)
    // A name is no word of the tool.
    #expect(await conversation.say("var live = 3; :graph live").lines.joined().contains("live"))
    #expect(conversation.session.chronicle.live == nil)
  }

  @Test func whatABodyMentionsAndDidNotReadIsDrawnDotted() async {
    await conversation.say("let c = Courier(); c.isBusy")
    let tree = await conversation.say(":graph c.isBusy tree").lines
    #expect(
      tree == [
        "c", "isBusy = false", "├─ sent = 0", "└┄ isOpen = true",
        "┄ mentioned, but not read last time",
      ])
    var renderer = JSONRenderer()
    let node = DrawnNode(kind: .property, name: "a", value: nil, reads: [], mentions: [0])
    let diagram = Graph().diagram()
    #expect(DrawnGraph(diagram, named: []).nodes.isEmpty && node.mentions == [0])
    #expect(
      renderer.lines(.liveGraph(DrawnGraph(diagram, named: [])), from: nil, at: .zero).last?
        .contains(#""live":true"#) == true)
  }

  @Test func aSessionThatGoesOnInAnotherOneGoesOnDrawing() async {
    await conversation.say("let f = Form(); :graph live f.isAdult tree")
    let carried = conversation.session.carried()
    let other = Conversation()
    _ = await other.session.take(carried)
    #expect(other.session.chronicle.live?.request.words == "f.isAdult tree")
    #expect(await other.say("f.age = 3").lines.contains { $0.contains("[1] age = 3") })
    let lost = Conversation.withCourier()
    var gone = carried
    gone.desk.objects = []
    let over = await lost.session.take(gone)
    #expect(over.losses.contains { $0.name == ":graph live f.isAdult tree" })
  }
}
