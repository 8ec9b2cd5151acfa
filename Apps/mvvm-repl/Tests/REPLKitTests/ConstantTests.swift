import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// S10: a `let` of a view-model at the prompt.
@MainActor
@Suite(.ownGraph) struct ConstantTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Card.self) { Card() } }

  @MainActor
  @ViewModel
  final class Card {
    /// The number on the card.
    let number: Int = 7
    var name: String = "seven"
  }

  @Test func aConstantIsReadAndInspected() async {
    await conversation.say("let c = Card()")
    #expect(await conversation.say("c.number + 1").lines == ["8"])
    let all = await conversation.say(":inspect c").lines
    #expect(all.contains("  number: Int   constant  7  The number on the card."), "\(all)")
    let one = await conversation.say(":inspect c.number").lines
    #expect(
      one.contains { $0.contains("constant") } && one.contains { $0.hasSuffix("7") }, "\(one)")
    #expect(await conversation.say("c?").lines.contains { $0.contains("number: Int") })
    // It is no part of the state.
    #expect(!(await conversation.say("c").lines.contains { $0.contains("number") }))
  }

  @Test(arguments: [
    "watch c.number", "why c.number", ":graph c.number", "c.number?", ":help c.number",
    "c.number | json", "expect c.number == 7", "wait until c.number == 7",
    "whatif c.name = \"\\(c.number)\"",
    "let d = { c.number }", "c.name = \"\\(c.number)\"; undo", ":marbles c.number",
    "print(c.number)",
    ":heat", ":timeline", ":snapshot a\n:restore a",
  ])
  func everyWordTakesAConstant(line: String) async {
    await conversation.say("let c = Card()")
    let said = await conversation.say(line)
    // A word that asks for changes says that there are none.
    let told = ["never changes", "no node", "have events"]
    let isTold = said.lines.contains { line in told.contains { line.contains($0) } }
    #expect(said.status == .ok || isTold, "\(said.lines)")
  }

  @Test func aConstantIsNotAssigned() async {
    await conversation.say("let c = Card()")
    let said = await conversation.say("c.number = 8").lines
    #expect(said.joined().contains("number is a constant and never changes"), "\(said)")
    #expect(await conversation.say("let f = Form(); bind f.age -> c.number").status != .ok)
  }

  @Test func aConstantThatTellsASecretIsMasked() async throws {
    conversation.session.define("teller", Teller())
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"; teller.tell(f.pin)")
    for line in [
      "teller.told.text", ":inspect teller.told", ":inspect teller.told.text",
      "teller.told.text | json", "watch teller.told.text",
    ] {
      let said = await conversation.say(line).lines.joined()
      #expect(!said.contains("s3cret") && !said.contains("E104"), "\(line): \(said)")
    }
  }

  /// It keeps what it is told in a constant.
  @MainActor
  @ViewModel
  final class Teller {
    var told: Told?

    @Command func tell(_ text: String) { told = Told(text) }
  }

  @MainActor
  @ViewModel
  final class Told {
    let text: String

    init(_ text: String) { self.text = text }
  }
}
