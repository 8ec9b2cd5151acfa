import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

@ViewModel private final class Basket {
  private(set) var owner: String
  var note: String?
  init(owner: String, limit: Int = 3) { self.owner = owner }
  @Command func put(_ item: String, times: Int = 1) { note = item }
}

/// The answers of the tool to those who write view-models of their own.
@MainActor
@Suite(.ownGraph) struct OwnWordsTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Basket.self) }

  private func help(_ text: String) async -> String? {
    await conversation.say(text)
    return conversation.diagnostics.first?.help?.description
  }

  @Test func aTypeThatNeedsArgumentsIsListedWithThem() async {
    let lines = await conversation.say(":types").lines
    #expect(lines.contains { $0.contains("Basket(owner: String, limit: Int = 3)") }, "\(lines)")
    #expect(lines.contains { $0.contains("Form()") })
  }

  @Test func aWordInThePlaceOfATextIsToBeQuoted() async {
    #expect(await help("Basket(owner: Ada)") == "Put text in double quotes:")
    await conversation.say("let b = Basket(owner: \"Li\")")
    #expect(await help("b.put(tea)") == "Put text in double quotes:")
    #expect(conversation.diagnostics.first?.replacement == "\"tea\"")
    // A number is no text, and says so.
    #expect(await help("b.put(\"tea\", times: twoo)")?.contains("\"") != true)
    await conversation.say("b.note = 3")
    #expect(conversation.diagnostics.first?.replacement == "\"3\"")
  }

  @Test func whyOfAViewModelAsksForAMember() async {
    await conversation.say("let b = Basket(owner: \"Li\")")
    #expect(await help("why b")?.contains("why b.owner") == true)
  }

  @Test func aSlipBehindAWordOfTheToolIsCorrectedAsAWholeLine() async {
    conversation.session.add(
      ToolCommand("reload", Message("builds", "构建"), words: ["on", "off"]) { argument in
        throw Message("write :reload on", "写 :reload on")
      })
    #expect(await help(":reload of")?.contains(":reload off") == true)
    #expect(conversation.diagnostics.first?.replacement == ":reload off")
  }

  @Test func aQuotedLineIsNotCutWhereItHasRoom() {
    let statement = ":export md Tests/ShopTests/Recorded.swift"
    let diagnostic = Diagnostic(
      .notNow, Message("no", "不"), at: Span(0, statement.utf8.count))
    func line(_ columns: Int) -> String? {
      TextRenderer(style: .plain, columns: columns).text(diagnostic, in: SourceText(statement))
        .split(separator: "\n").dropFirst().first.map(String.init)
    }
    #expect(line(60) == "  1 | \(statement)")
    #expect(line(40) == "  1 | :export md Tests/ShopTests/Re…")
  }

  @Test func theSuiteIsNamedAfterItsFile() async throws {
    try await withFolder { folder in
      await conversation.say("let b = Basket(owner: \"Li\"); b.put(\"tea\"); b.note")
      for (file, suite) in [
        ("Mine.swift", "MineTests"), ("OrderTests.swift", "OrderTests"),
        ("a-b c.swift", "ABCTests"),
        ("7.swift", "Recorded7Tests"),
      ] {
        #expect(await conversation.say(":export test \(folder)/\(file)").status == .ok)
        let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        #expect(text.contains("@Suite struct \(suite) {"), "\(text)")
        #expect(!text.contains("inputs"))
      }
      let path = "\(folder)/Mine.swift"
      try "mine\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(await conversation.say(":export test \(path)").status == .runtimeError)
      #expect(await conversation.say(":export test! \(path)").status == .ok)
    }
  }

  @Test func theWorkOfTheHostIsListedAndCancelled() async {
    var cancelled = 0
    conversation.session.host.work = {
      cancelled > 0
        ? nil
        : HostSettings.Work(name: Message("the build", "构建"), start: .now) { cancelled += 1 }
    }
    #expect(await conversation.say(":jobs").lines.first?.hasPrefix("the build, for ") == true)
    #expect(await conversation.say(":cancel").status == .ok)
    #expect(cancelled == 1)
    #expect(await conversation.say(":cancel").status == .runtimeError)
  }
}
