import Bindings
import Testing
import ViewModels

@testable import REPLKit

@MainActor
private final class Ledger: ViewModel {
  let rows = Property<[Int]>([], label: "rows")
  let title = Property("", label: "title")

  static let schema = ViewModelSchema(
    Ledger.self, "A ledger.",
    members: [.property("rows", { $0.rows }), .property("title", { $0.title })])
}

/// The symbols are made for each entry, and look only at what has changed.
@MainActor
@Suite(.ownGraph) struct SymbolMemoTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Ledger.self) { Ledger() } }
  private var session: Session { conversation.session }

  /// The number of values that an entry makes the symbols look at.
  private func looks(_ text: String) async -> Int {
    _ = session.symbols
    let before = session.scope.symbolMemo?.looks ?? 0
    await conversation.say(text)
    _ = session.symbols
    return (session.scope.symbolMemo?.looks ?? 0) - before
  }

  private func detail(_ path: String) -> String {
    let symbols = session.symbols
    return (symbols.variables + (symbols.members["l"] ?? [])).first { $0.text == path }?.detail
      ?? ""
  }

  @Test func whatIsAsItWasIsNotLookedAtAgain() async {
    await conversation.say(
      "let l = Ledger(); let n = (1...20000); var v = (1...20000); let k = Ledger()")
    #expect(await looks("1 + 1") == 0)
    #expect(await looks("l.rows.count") == 0)
    #expect(await looks("l.rows = [1, 2]") == 1)
    #expect(await looks("v = [3]") == 1)
    #expect(await looks("let m = 3") == 1)
    #expect(await looks("let m = 4; l.title = \"x\"; k.title = \"y\"") == 3)
  }

  @Test func changesAreSeen() async {
    await conversation.say("let l = Ledger(); var v = 1; let n = 1")
    _ = session.symbols
    await conversation.say("l.title = \"new\"; v = 2; let n = 5")
    #expect(detail("title").contains("new") && detail("v") == "2" && detail("n") == "5")
    await conversation.say("undo 2")
    #expect(!detail("title").contains("new") && detail("v") == "1")
    (session.scope["l"]?.viewModel as? Ledger)?.title.value = "by itself"
    #expect(detail("title").contains("by itself"))
  }

  @Test func whatTurnsOutToBeASecretIsMasked() async {
    let line = Ledger()
    session.define("net", line)
    await conversation.say(
      "let l = Ledger(); l.title = \"hunter22\"; let n = \"hunter22\"; var v = n")
    #expect(detail("title").contains("hunter22") && detail("n").contains("hunter22"))
    session.scope.give(away: [.string("hunter22")], to: line)
    #expect(!"\(session.symbols)".contains("hunter22"))
    await conversation.say("let f = Form(); var w = \"hunter33\"")
    _ = session.symbols
    await conversation.say("f.pin = w")
    #expect(!"\(session.symbols)".contains("hunter33"))
  }

  @Test func moreThanAreKeptAreLookedAtAgain() async {
    await conversation.say("let l = Ledger(); l.title = \"a\"")
    _ = session.symbols
    (session.scope["l"]?.viewModel as? Ledger)?.title.value = "b"
    let others = (0..<10_100).map { Property($0, graph: session.graph) }
    for other in others { other.value += 1 }
    #expect(detail("title").contains("\"b\""))
  }
}
