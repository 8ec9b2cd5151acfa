import Testing

@testable import REPLKit

/// Filters: what has no names stands under none, and what a filter does not take is refused.
@MainActor
@Suite(.ownGraph) struct MixedRowsTests {
  let conversation = Conversation()

  @Test(arguments: [
    ("[[\"n\": 1, \"m\": 3], 2]", ["m,n,value", "3,1,", ",,2"]),
    ("[2, [\"n\": 1]]", ["n,value", ",2", "1,"]), ("[[\"n\": 1], nil]", ["n", "1", ""]),
    ("[[\"value\": 1], 2]", ["value,_value", "1,", ",2"]), ("[1, 2]", ["value", "1", "2"]),
    ("[[\"n\": 1], [\"m\": 2]]", ["n,m", "1,", ",2"]), ("[[:], 1]", ["value", "[:]", "1"]),
  ])
  func aValueWithoutNamesHasItsOwnColumn(text: String, rows: [String]) async {
    let said = await conversation.say("\(text) | csv").lines
    #expect(said == rows.filter { !$0.isEmpty } || said == rows)
  }

  @Test func inATableToo() async {
    let said = await conversation.say("[[\"n\": 1, \"m\": 3], 2] | table").lines
    #expect(said.map { $0.trimmed } == ["m  n  value", "─  ─  ─────", "3  1", "2"])
    #expect(said.last?.hasPrefix("     ") == true)
  }

  @Test(arguments: ["json 3", "count 3", "csv \"a\"", "table n", "tree 1", "reversed 2", "copy 1"])
  func whatAFilterDoesNotTakeIsRefused(filter: String) async {
    let said = await conversation.say("[1, 2] | \(filter)")
    #expect(
      said.status == .parseError && said.lines.last == "  help: Leave it out.", "\(said.lines)")
    let mistake = conversation.diagnostics.first
    #expect(mistake?.message.text(in: .chinese).isChinese == true)
    #expect(mistake?.help?.text(in: .chinese).isChinese == true)
  }

  @Test(arguments: [
    ("count", "It needs an array, a string or a dictionary."), ("grep \"a\"", "It needs an array."),
    ("reversed", "It needs an array or a string."), ("prefix", "It needs an array."),
  ])
  func whatAFilterNeedsIsTold(filter: String, help: String) async {
    #expect(await conversation.say("5 | \(filter)").lines.last == "  help: \(help)")
    #expect(conversation.diagnostics.first?.help?.text(in: .chinese).isChinese == true)
  }
}
