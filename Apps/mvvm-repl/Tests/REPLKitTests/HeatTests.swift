import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// `:heat`: which nodes ran most.
@MainActor
@Suite(.ownGraph) struct HeatTests {
  let conversation = Conversation()

  @Test func theNodesThatRanMostStandFirst() async {
    await conversation.say("let f = Form(); watch f.canSave; watch f.isNamed; :heat clear")
    for age in [40, 3, 50, 4, 5] { await conversation.say("f.age = \(age)") }
    let said = await conversation.say(":heat f").lines
    #expect(said.first == "nodes: 2, runs: 8")
    #expect(said[1].hasPrefix("  f.isAdult  5  =2  ━"))
    #expect(said[2].hasPrefix("  f.canSave  3      ━"))
    #expect(said[3] == "=2: in 2 of the runs the value did not change" && said.count == 4)
    let all = await conversation.say(":heat").lines
    #expect(all.contains { $0.hasPrefix("  watch f.canSave  3") })
    let first = await conversation.say(":heat 1").lines
    let nodes = all.count { $0.hasPrefix("  ") }
    #expect(first.count == 3 && all[0].hasPrefix("nodes: \(nodes), runs: "))
    #expect(first[0] == "\(all[0]); shown: 1; :heat \(nodes) shows all")
    #expect(await conversation.say(":heat f.canSave 5").lines.count == 2)
    #expect(await conversation.say(":heat f.name").lines == ["None of it has run yet."])
  }

  @Test func theHeadingIsBrokenBetweenWords() {
    let table = HeatTable(
      rows: [.init(name: "f.isAdult", kind: .computed, runs: 3, equal: 1)], nodes: 12, runs: 345)
    let lines = TextRenderer(style: .plain, columns: 40).text(.heat(table)).split(separator: "\n")
    #expect(lines.prefix(2) == ["nodes: 12, runs: 345; shown: 1; :heat 12", "shows all"])
  }

  @Test(arguments: [":heat 0", ":heat -3", ":heat nobody", ":heat f.nothing"])
  func whatIsNoNodeIsAMistake(statement: String) async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say(statement).status == .runtimeError)
    #expect(await conversation.say(":heat 1 + 1").status == .parseError)
  }

  @Test func commandsAreCountedByTheirPathsAndTrialsAreNot() async {
    await conversation.say("let f = Form(); :heat clear; f.clear(); f.clear()")
    #expect(await conversation.say(":heat f.clear").lines.last?.hasPrefix("  f.clear()  2") == true)
    await conversation.say("whatif f.age = 3")
    #expect(await conversation.say(":heat f.clear").lines.first == "nodes: 1, runs: 2")
  }

  @Test func programsGetNumbersAndNoValues() async {
    await conversation.say("let f = Form(); let p = { f.pin }; watch p; :heat clear")
    await conversation.say("f.pin = \"9876\"")
    var lines: [String] = []
    var renderer = JSONRenderer()
    let table = HeatTable(
      rows: [.init(name: "f.isAdult", kind: .computed, runs: 3, equal: 1)], nodes: 1, runs: 3)
    lines += renderer.lines(.heat(table), from: nil, at: .zero)
    #expect(lines.joined().contains(#""runs":3"#) && lines.joined().contains(#""equal":1"#))
    let said = await conversation.say(":heat").lines
    #expect(said.contains { $0.hasPrefix("  p  ") || $0.hasPrefix("  p        ") }, "\(said)")
    #expect(!said.joined().contains("9876"))
  }

  @Test func nodesThatAreGoneAreForgotten() {
    let graph = Graph.current
    let log = TraceLog()
    graph.tracer = log
    var heat = Heat()
    for number in 0..<5_000 {
      let node = Computed { number }
      _ = node.value
      if let record = log.records.last { heat.take(record) }
      log.clear()
    }
    #expect(heat.counts.count <= 1_024)
  }
}
