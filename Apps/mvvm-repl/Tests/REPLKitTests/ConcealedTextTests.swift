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

  nonisolated static let members = [
    "bind d.name -> f.pin\nd.name = \"hunter2x\"", "d.name = \"hunter2x\"\nbind d.name -> f.pin",
    "bind f.pin <-> d.name", "d.name = \"hunter2x\"\nf.pin = d.name",
    "bind d.name -> f.pin via uppercased\nd.name = \"hunter2x\"",
    "d.name = \"hunter2x\"\nlet e = { d.name }\nf.pin = e",
    "var v = \"\"\nbind v -> f.pin\nv = \"hunter2x\"\nd.name = v",
    "bind d.name -> f.pin\nd.name = \"hunter2x\"\nd.name = \"other\"\nundo",
    "d.name = \"hunter2x\"\nlet c = d\nf.pin = c.name",
  ]

  /// What goes from a view-model into a secret place is a secret there, too.
  @Test(arguments: members)
  func aMemberFromWhichItCameIsASecret(text: String) async {
    await conversation.say("let f = Form(); let d = Form()")
    for line in text.split(separator: "\n") { await conversation.say(String(line)) }
    for word in [
      ":timeline", "d", "d.name", ":graph d", ":graph d text", "why d.name", ":log 100",
      ":export md", ":marbles d.name", "watch d.name", ":inspect d", "d | json", ":vars", ":report",
      ":screen d", "let w = d.name\nw",
    ] {
      let said = await conversation.say(word).lines.joined(separator: "\n")
      #expect(!said.lowercased().contains("hunter2x"), "\(word): \(said)")
    }
    let timeline = conversation.session.timeline(most: 100).steps
    #expect(!"\(timeline)".contains("hunter2x"), "\(timeline)")
  }

  @Test func aShortValueFromWhichASecretCameMasksNoEquals() async {
    await conversation.say("let f = Form(); let d = Form(); d.name = \"30\"; f.pin = d.name")
    #expect(await conversation.say("d.age").lines == ["30"])
  }

  @Test func aTriedSecretLeavesItsMemberOpen() async {
    await conversation.say("let f = Form(); let d = Form(); d.name = \"hunter2x\"")
    await conversation.say("whatif f.pin = d.name")
    #expect(await conversation.say("d.name").lines == ["\"hunter2x\""])
  }

  @Test func aDeclarationUnderTheNameOfASecretPlaceIsNotKept() async {
    await conversation.say("let f = Form(); let pin = \"hunter2x\"\nvar pin2 = 1")
    let said = await conversation.say(":export md").lines
    #expect(said.contains { $0.contains("let pin = \"…\"") }, "\(said)")
    #expect(!said.joined().contains("hunter2x"), "\(said)")
  }

  @Test func ofALongTextNotEvenItsBeginningIsShown() async {
    let long = "hunter2x" + String(repeating: "0123456789", count: 30)
    await conversation.say("let f = Form(); var v = \"\(long)\"; v = \"\(long)!\"; v\nf.pin = v")
    for word in [":log 100", ":results", ":marbles v", "why v", ":timeline", ":vars", ":graph"] {
      let said = await conversation.say(word).lines.joined(separator: "\n")
      #expect(!said.contains("hunter2"), "\(word): \(said)")
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
