import Testing
import ViewModels

@testable import REPLKit

/// Completion offers what fits, and nothing where nothing does.
@MainActor
@Suite(.ownGraph) struct CompletedPlaceTests {
  private func candidates(_ text: String) async -> [String] {
    let conversation = Conversation()
    await conversation.say("let f = Form(); let g = Form(); var v = \"\"; let n = 1")
    return Completer.complete(
      text, cursor: text.utf8.count, symbols: conversation.session.symbols
    ).candidates.map(\.text)
  }

  @Test(arguments: [
    ("decode News ", ["from ", "lossy from "]), ("decode News from ", []),
    ("decode News lossy ", ["from "]), ("decode News lossy from ", []),
    ("watch f.name as ", ["table", "marbles", "spark"]), ("watch f.name as t", ["table"]),
    ("watch f.name every ", []), ("watch f.name when ", ["true"]), ("wait #", []),
    ("f.save() &", []), ("f.save() & ", []), ("unwatch #", []), ("expect f.isAdult within ", []),
    ("wait until f.isAdult within ", []), ("_ ", []),
  ])
  func behindAWordStandsWhatItWants(text: String, offered: [String]) async {
    let found = await candidates(text)
    #expect(offered == ["true"] ? found.contains("true") : found == offered, "\(found)")
  }

  @Test func moreMayFollowAFormThatIsComplete() async {
    #expect(await candidates("watch f.name as table w") == ["when "])
  }

  @Test func aSecretIsBoundToWhatMayHaveIt() async {
    #expect(await candidates("bind f.pin -> ") == ["v", "g.pin"])
    #expect(await candidates("bind f.pin -> g.") == ["pin"])
    #expect(await candidates("bind f.pin -> g.na").isEmpty)
    #expect(await candidates("bind f.name -> g.p") == ["pin"])
  }

  @Test func aGraphIsOfferedPathsAndForms() async {
    let found = await candidates(":graph f ")
    #expect(found.contains("tree") && found.contains("svg") && found.contains("f"), "\(found)")
    #expect(!found.contains("watch") && !found.contains("let"))
    #expect(await candidates(":graph f.na") == ["name"])
    #expect(await candidates(":graph li") == ["live"])
  }

  @Test func aWordIsOfferedWhatItTakes() async {
    let conversation = Conversation()
    conversation.session.screenWords.forEach(conversation.session.add)
    await conversation.say("let f = Form(); :snapshot start\n:snapshot end")
    func candidates(_ text: String) -> [String] {
      Completer.complete(
        text, cursor: text.utf8.count, symbols: conversation.session.symbols
      ).candidates.map(\.text)
    }
    let codes = candidates(":explain e20")
    #expect(codes.contains("E201") && codes.allSatisfy { $0.hasPrefix("E20") }, "\(codes)")
    #expect(candidates(":explain E20").contains("E201"))
    #expect(candidates(":show ") == ["f"])
    #expect(candidates(":hide ") == ["f"])
    #expect(candidates(":restore ") == ["end", "start"])
  }
}
