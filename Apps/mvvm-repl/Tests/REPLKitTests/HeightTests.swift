import Testing
import ViewModels

@testable import REPLKit

/// An expression of the greatest height is computed on the stack of the program; a higher one is refused.
@MainActor
@Suite(.ownGraph) struct HeightTests {
  let conversation = Conversation()

  /// The beginning, what follows it, and how many of those are the most.
  nonisolated static let chains: [(String, String, Int)] = [
    ("1", "+1", 249), ("\"a\"", ".uppercased()", 124), ("f.name", ".uppercased().lowercased()", 62),
    ("true", " && true", 249), ("1", " ?? 1", 99), ("[1]", " + [1]", 248), ("d", "!", 249),
    ("[[1]]", ".first!", 123), ("[1]", ".map { $0 }", 124), ("[1]", "[0..<1]", 248),
  ]

  @Test(arguments: chains)
  func aChainOfTheGreatestHeightIsComputedWhereverItStands(
    start: String, link: String, most: Int
  ) async {
    let text = start + String(repeating: link, count: most)
    await conversation.say("let f = Form(); let d = { f.age }")
    for line in [text, "let e = { \(text) }", "watch e", "whatif f.age = 3", "f.age = 4", "why e"] {
      await conversation.say(line)
      #expect(!conversation.diagnostics.contains { $0.code == .tooDeep }, "\(line.prefix(60))")
    }
    _ = await conversation.session.preview(text)
  }

  @Test(arguments: chains)
  func aHigherOneIsRefused(start: String, link: String, most: Int) async {
    await conversation.say("let f = Form(); let d = { f.age }")
    await conversation.say(start + String(repeating: link, count: 1_000))
    #expect(conversation.diagnostics.map(\.code) == [.tooDeep])
  }

  @Test(arguments: ["(", "[", "\"\\(", "-", "1 + ("])
  func heightsOfWhatNestsAreAddedUp(open: String) async {
    let closes: [Character: String] = ["(": ")", "[": "]", "{": " }"]
    var text = "1"
    for _ in 0..<3 {
      text += String(repeating: "+1", count: 120)
      let close = open.reversed().compactMap { closes[$0] }.joined()
      text = open + text + (open.hasPrefix("\"") ? close + "\"" : close)
      if open.first == "[" { text += ".count" }
      if open.first == "\"" { text += ".count" }
    }
    await conversation.say(text)
    #expect(conversation.diagnostics.map(\.code) == [.tooDeep], "\(text.prefix(80))")
  }

  @Test func derivedValuesOfTheGreatestHeightFollowEachOther() async {
    await conversation.say("let f = Form(); let d0 = { f.age }")
    for number in 1...60 {
      let text = "d\(number - 1)" + String(repeating: "+1", count: 248)
      #expect(await conversation.say("let d\(number) = { \(text) }").status == .ok)
    }
    await conversation.say("watch d60; f.age = 1")
    #expect(conversation.lines.last?.contains("\(1 + 60 * 248)") == true, "\(conversation.lines)")
  }
}
