import Foundation
import Testing

@testable import REPLKit

/// The glossary at the prompt and in the documentation.
@MainActor
@Suite(.ownGraph) struct GlossaryTests {
  private let conversation = Conversation { _, _ in }

  @Test func theDocumentationHasTheSameTerms() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/REPLKit/REPLKit.docc/Glossary.md").standardizedFileURL
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
    let terms = Glossary.terms.map { term in
      "| \(term.english) | \(term.chinese) | \(term.explanation.text(in: .english)) | \(term.explanation.text(in: .chinese)) |"
    }
    #expect(rows.map(String.init) == terms)
  }

  @Test func theTermsAreInTheOrderOfTheLanguage() async {
    let english = Glossary.terms.map { $0.english.lowercased() }
    #expect(english == english.sorted())
    await conversation.say(":lang zh")
    let lines = await conversation.say(":glossary").lines.dropFirst()
    #expect(lines.first?.hasPrefix("  绑定") == true && lines.last?.hasPrefix("  桩") == true)
  }

  @Test func completionOffersTheTermsOfBothLanguages() {
    conversation.session.language = .chinese
    let symbols = conversation.session.symbols
    let offered = Completer.complete(":glossary 绑", cursor: 13, symbols: symbols).candidates
    #expect(offered.map(\.text) == ["绑定"])
    #expect(offered.map(\.detail) == ["把一个值的每次变化传给另一个值，单向或双向"])
    let codes = Completer.complete(":explain E00", cursor: 12, symbols: symbols).candidates
    #expect(codes.first?.text == "E001" && codes.first?.detail.isEmpty == false)
  }

  @Test func noTermIsThereTwiceAndAllAreTranslated() {
    #expect(Set(Glossary.terms.map(\.english)).count == Glossary.terms.count)
    #expect(Set(Glossary.terms.map(\.chinese)).count == Glossary.terms.count)
    for term in Glossary.terms where term.english != "MVVM" {
      #expect(term.chinese.unicodeScalars.contains { $0.value > 0x2E7F }, "\(term.english)")
    }
  }

  @Test func thePromptShowsAllOrOneInEitherLanguage() async {
    let all = await conversation.say(":glossary").lines
    #expect(all.count == Glossary.terms.count + 1)
    #expect(await conversation.say(":help glossary").lines == all)
    let one = await conversation.say(":glossary binding").lines
    #expect(one.count == 2 && one[1].hasPrefix("  binding (绑定)  passes each"))
    #expect(await conversation.say(":glossary 绑定").lines == one)
    #expect(await conversation.say(":glossary VIEW-MODEL").lines.count == 2)
    let wrong = await conversation.say(":glossary bindng").lines.joined(separator: "\n")
    #expect(wrong.contains("there is no term 'bindng'") && wrong.contains("binding"))
    await conversation.say(":lang zh")
    #expect(await conversation.say(":glossary binding").lines[1].contains("绑定 (binding)"))
  }
}
