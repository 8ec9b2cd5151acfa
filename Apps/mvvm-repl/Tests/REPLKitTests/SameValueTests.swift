import Testing
import ViewModels

@testable import REPLKit

/// A number that is none is the same as itself wherever changes are looked for, and equal to nothing as in Swift.
@MainActor
@Suite(.ownGraph) struct SameValueTests {
  let conversation = Conversation()

  @Test func aWatchShowsItOnce() async {
    conversation.session.clock.set(.manual)
    await conversation.say("var x = 0.0/0.0; watch x every 100ms; watch x as spark")
    #expect(await conversation.say("advance 1s\nx = 0.0/0.0\nadvance 1s").lines.isEmpty)
  }

  @Test(arguments: ["<-> b", "<-> b via negated", "-> b via negated"])
  func aBindingComesToRest(way: String) async {
    await conversation.say("var a = 1.0; var b = 2.0; bind a \(way)")
    #expect(await conversation.say("a = 0.0/0.0").status == .ok)
    #expect(conversation.diagnostics.isEmpty)
    #expect(await conversation.say("a = 3.0\nb").lines.last?.hasSuffix("3.0") == true)
  }

  @Test func nothingTellsItAsChanged() async {
    await conversation.say("var x = 0.0/0.0; var y = 1; :snapshot a; let d = { x }")
    #expect(await conversation.say("whatif y = 2").lines.count == 2)
    #expect(await conversation.say(":restore a").lines.joined().contains("restored") == false)
    await conversation.say("x = 0.0/0.0")
    #expect(await conversation.say("[x]\n[x]").lines.count == 2)
    #expect(!(await conversation.say(":timeline").lines.joined().contains("(x)")))
  }

  @Test func itEqualsNothing() async {
    await conversation.say("var x = 0.0/0.0")
    #expect(await conversation.say("x == x\nx != x\nx == 1").lines == ["false", "true", "false"])
  }

  @Test(arguments: ["5e-324", "1.7976931348623157e308", "-5e-324", "1e-320"])
  func aSparkHasABarForAnyNumber(number: String) async {
    let lowest = await conversation.say("var x = 0.0; watch x as spark").status
    #expect(lowest == .ok)
    #expect(await conversation.say("x = \(number)").lines.first?.contains("█") == true)
    #expect(
      SparkDrawing.picture(of: [-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude]) == "▁▄█")
  }

  @Test func aDiagramEndsWhereItIsWidest() {
    let events = [0, 1].map {
      MarbleDiagram.Event(time: .seconds($0 * 9_000_000_000_000), mark: .began)
    }
    let diagram = MarbleDiagram(
      [MarbleDiagram.Row(name: "x", events: events)], to: .seconds(9_100_000_000_000),
      step: .microseconds(1))
    #expect(diagram.picture(of: diagram.rows[0]) == "^")
  }
}
