import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What was shown before it went into a secret place is masked in what is shown of the past.
@MainActor
@Suite(.ownGraph) struct ConcealedTextTests {
  let conversation = Conversation()

  nonisolated static let pasts = [
    "var v = \"hunter2x\"\nv = \"hunter2x!\"\nv = \"hunter2x\"\nf.pin = v",
    "let a = [\"hunter2x\"]\na\nf.pin = a[0]", "let x = \"hunter2x\"\nf.pin = x",
    "var v = \"\"\nlet d = { v + \"!\" }\nwatch d\nv = \"hunter2x\"\nf.pin = v",
    "\"hunter2x\"\nf.pin = $1", "let n = 12345678\nf.pin = \"\\(n)\"",
  ]

  @Test(arguments: pasts)
  func thePastIsToldWithoutIt(text: String) async {
    await conversation.say("let f = Form()")
    for line in text.split(separator: "\n") { await conversation.say(String(line)) }
    for word in [":log 100", ":results", ":marbles v", ":marbles d", "why v", "why d"] {
      let said = await conversation.say(word).lines.joined(separator: "\n")
      #expect(!said.contains("hunter2x") && !said.contains("12345678"), "\(word): \(said)")
    }
  }

  @Test func shortTextsAreMaskedOnlyAsWholes() {
    var texts = ConcealedTexts()
    texts.insert("ab")
    texts.insert("")
    #expect(texts.masked("about \"ab\" and cab") == "about \"••••••••\" and cab")
    texts.insert("abcd")
    #expect(texts.masked("xabcdx") == "x…x")
  }

  @Test func whatIsOnlyTriedIsNoSecret() async {
    await conversation.say("let f = Form(); var v = \"hunter2x\"; bind v -> f.pin; unbind all")
    await conversation.say("let g = Form(); var w = \"another1\"")
    await conversation.say("whatif g.pin = w")
    #expect(await conversation.say(":log 100").lines.joined().contains("another1"))
  }
}
