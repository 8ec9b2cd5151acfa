import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A result in what stands, such as a derived value or a watch, is the one that it was when that was declared.
@MainActor
@Suite(.ownGraph) struct SettledResultTests {
  let conversation = Conversation()

  @Test(arguments: ["_", "$1"])
  func aDerivedValueKeepsTheResult(result: String) async {
    await conversation.say("var v = 1\n10\nlet d = { v + \(result) }")
    #expect(await conversation.say("20\nv = 2\nd").lines.last == "12")
  }

  @Test func aWatchKeepsTheResult() async {
    await conversation.say("var v = 1\n10\nwatch (v + _)")
    #expect(await conversation.say("20\nv = 2").lines.last == "◉ (v + $1)  12  ⟵ 11")
    await conversation.say("unwatch all\nv = 2\n2\nwatch v when v >= _")
    #expect(await conversation.say("50\nv = 3").lines.last?.hasPrefix("◉ v  3") == true)
  }

  @Test func aBindingKeepsTheResult() async {
    await conversation.say("var v = 1; var w = 0\n10\nbind (v + _) -> w")
    #expect(await conversation.say("20\nv = 2\nw").lines.last == "12")
  }

  @Test func aResultOfAViewModelKeepsIt() async {
    await conversation.say("let f = Form()\nf\nlet d = { _.age }\nf.age = 7\n1")
    #expect(await conversation.say("f.age = 9\nd").lines.last == "9")
    await conversation.say("f\nwatch _.age")
    await conversation.say("\"x\"")
    #expect(await conversation.say("f.age = 10").lines == ["◉ $4.age  10  ⟵ 9"])
  }

  @Test func closuresKeepTheirOwnArguments() async {
    await conversation.say(
      "var v = [1, 2]\n5\nlet d = { v.map { $0 + _ } }\nlet e = { v.sorted { $0 > $1 } }")
    #expect(await conversation.say("7\nv = [3]\nd\ne").lines.suffix(2) == ["[8]", "[3]"])
  }

  @Test func aResultThatIsNotThereIsAMistakeAtOnce() async {
    await conversation.say("var v = 1")
    #expect(await conversation.say("let d = { v + $9 }").status == .runtimeError)
    #expect(await conversation.say("watch (v + $9)").status == .runtimeError)
  }

  @Test func aSecretResultStaysOne() async {
    await conversation.say(
      "let f = Form(); f.pin = \"s3cretpin\"\nf.pin\nvar v = \"a\"\nlet d = { v + _ }")
    let said = await conversation.say("1\nv = \"b\"\nd\n:export md\n:log 40\n:vars").lines
    #expect(!said.joined(separator: "\n").contains("s3cretpin"), "\(said)")
  }

  /// A recording is run in a session that has other results before it.
  @Test func aRecordingKeepsTheResult() async throws {
    await conversation.say("var v = 1\n10\nlet d = { v + _ }\n20\nv = 2\nd")
    #expect(await conversation.say(":replay").lines.last?.contains("the same") == true)
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      #expect(script.contains("let d = { v + _ }"))
    }
  }
}
