import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct CompleterTests {
  /// The candidates where `|` stands in the text.
  private func candidates(_ text: String) async -> [String] {
    await complete(text).candidates.map(\.text)
  }

  private func complete(_ text: String) async -> Completer.Result {
    let conversation = Conversation()
    await conversation.say("let form = Form(); let n = 1")
    let cursor = text.utf8.firstIndex(of: UInt8(ascii: "|")) ?? text.utf8.endIndex
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: cursor)
    return Completer.complete(
      text.replacing("|", with: ""), cursor: offset, symbols: conversation.session.symbols)
  }

  @Test func membersFollowADot() async {
    #expect(await candidates("form.na|") == ["name"])
    #expect(await candidates("form.c|") == ["canSave", "clear()"])
    #expect(await candidates("watch form.a|") == ["age"])
    #expect(await candidates("bind form.name <-> form.p|") == ["pin"])
  }

  @Test func kindsAreToldInTheLanguageOfTheHelp() async {
    let conversation = Conversation()
    await conversation.say("let form = Form(); let n = 1\n:lang zh")
    let symbols = conversation.session.symbols
    func kinds(_ text: String) -> Set<String> {
      Set(
        Completer.complete(text, cursor: text.utf8.count, symbols: symbols).candidates
          .map { $0.kind(in: .chinese) })
    }
    #expect(kinds("form.c") == ["只读", "命令"])
    #expect(kinds(":help fo") == ["视图模型"] && kinds(":hea") == ["工具"])
    #expect(kinds("unw") == ["动词"])
    #expect(kinds("let f = For") == ["类型"])
    let everything = [
      "", ":", ":set ", ":set lang ", "form.", "[1] | ", "watch form.", "bind form.age -> ",
    ]
    let all = everything.reduce(into: Set<String>()) { $0.formUnion(kinds($1)) }
    #expect(all.allSatisfy { $0.isChinese }, "\(all)")
  }

  @Test func commandsHaveTheirStates() async {
    #expect(await candidates("watch form.save.|") == ["isEnabled", "isExecuting"])
  }

  @Test func theReplacedRangeIsTheWordBeforeTheCursor() async {
    let result = await complete("let x = form.na| + 1")
    #expect(result.replaced == 13..<15)
  }

  @Test func aStatementStartsWithNamesAndVerbs() async {
    #expect(await candidates("fo|") == ["form"])
    #expect(await candidates("un|") == ["unwatch ", "unbind ", "undo"])
    #expect(await candidates("1; wa|") == ["watch ", "wait "])
  }

  @Test func valuesAreNamesAndTypes() async {
    #expect(await candidates("let f = |") == ["form", "n", "Form()"])
  }

  @Test func theToolsWordsFollowAColon() async {
    #expect(await candidates(":|").prefix(3) == [":help", ":types", ":vars"])
    #expect(await candidates(":h|") == [":help", ":heat"])
    #expect(await candidates(":help fo|") == ["form"])
    #expect(await candidates(":help se|") == ["secrets"])
    #expect(await candidates(":help watch|") == ["watch"])
    #expect(await candidates(":help |").prefix(2) == ["start", "watch"])
  }

  @Test(arguments: ["\"fo|", "// fo|", "1 |", "form.name |", "nothing.|", "form.save().|"])
  func nothingIsOfferedWhereNothingFits(text: String) async {
    #expect(await candidates(text).isEmpty)
  }

  @Test func aCursorOutsideTheTextIsMovedToItsEnd() async {
    let conversation = Conversation()
    let result = Completer.complete("fo", cursor: 99, symbols: conversation.session.symbols)
    #expect(result.replaced == 0..<2)
  }

  @Test func secureValuesAreRemovedFromHistory() async {
    let conversation = Conversation()
    await conversation.say("let form = Form()")
    let symbols = conversation.session.symbols
    #expect(
      symbols.redacted(ParsedText("form.name = \"a\"; form.pin = \"9\""))
        == "form.name = \"a\"; form.pin = \"…\"")
    #expect(symbols.redacted(ParsedText("whatif form.pin = \"9\"")) == "whatif form.pin = \"…\"")
    #expect(symbols.redacted(ParsedText("expect form.pin == \"9\"")) == "expect form.pin == \"…\"")
    #expect(symbols.redacted(ParsedText("form.pin = \"9")) == "")
    #expect(symbols.redacted(ParsedText("form.name = \"9")) == "form.name = \"9")
  }
}

@MainActor
@Suite(.ownGraph) struct HighlighterTests {
  private func roles(_ text: String) async -> [String] {
    let conversation = Conversation()
    await conversation.say("let form = Form()")
    return Highlighter.parts(of: text, symbols: conversation.session.symbols).map { part in
      let bytes = Array(text.utf8)[part.range]
      return "\(String(decoding: bytes, as: UTF8.self)):\(part.role)"
    }
  }

  @Test func partsAreNamed() async {
    #expect(await roles("let f = Form()") == ["let:keyword", "Form:type"])
    #expect(await roles("watch form.name, 3") == ["watch:keyword", "3:literal"])
    #expect(await roles("form.name = \"手机\"") == ["\"手机\":string"])
    #expect(await roles(":help x") == [":help x:tool"])
  }

  @Test func anUnknownNameShowsOnceItIsTyped() async {
    #expect(await roles("frm").isEmpty)
    #expect(await roles("frm.name") == ["frm:unknown"])
  }

  @Test func anOpenStringIsColouredToItsEnd() async {
    #expect(await roles("form.name = \"abc") == ["\"abc:string"])
  }
}
