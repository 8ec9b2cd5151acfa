import Foundation
import REPLKit
import Testing
@testable import Workshop

/// The talks of the workshop can be held, in each language.
@MainActor
@Suite struct TalkTests {
  @Test(arguments: HelpLanguage.allCases)
  func everyStatementGoesAsItIsWritten(language: HelpLanguage) async throws {
    #expect(await problems(of: .workshop(), in: language) == [])
  }

  @Test func theExampleOfTheDocumentationCanBeHeld() async throws {
    let list = try TalkList([(name: "phone.md", text: try example(of: "Talks"))])
    #expect(list.talks[0].minutes == 3)
    #expect(await problems(of: list) == [])
  }

  private func problems(
    of list: TalkList, in language: HelpLanguage = .english
  ) async -> [String] {
    let workshops = Workshops()
    let problems = await TalkExamination(workshops.session).run(list, in: language)
    await workshops.close()
    return problems
  }

  @Test func everyTalkSpeaksChineseAndPlansItsMinutes() throws {
    let list = TalkList.workshop()
    for talk in list.talks {
      let chinese = try #require(list.talk(talk.id, in: .chinese))
      #expect(chinese.title != talk.title)
      #expect(chinese.steps.map(\.minutes) == talk.steps.map(\.minutes))
      #expect(talk.steps.allSatisfy { $0.minutes != nil }, "\(talk.id)")
    }
  }

  @Test func everyDocumentOfTheFolderIsInTheProgram() throws {
    let list = try TalkList(documents(in: "Workshop/Talks"))
    #expect(list.talks == TalkList.workshop().talks)
  }
}
