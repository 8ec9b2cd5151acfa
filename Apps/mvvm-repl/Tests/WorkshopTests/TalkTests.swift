import Foundation
import REPLKit
import Testing
import Workshop

/// The talks of the workshop can be held, in each language.
@MainActor
@Suite struct TalkTests {
  @Test(arguments: HelpLanguage.allCases)
  func everyStatementGoesAsItIsWritten(language: HelpLanguage) async throws {
    #expect(await problems(of: try .workshop(), in: language) == [])
  }

  @Test func theExampleOfTheDocumentationCanBeHeld() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/REPLKit/REPLKit.docc/Talks.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let example = try #require(text.split(separator: "````markdown\n").last)
      .split(separator: "````\n")[0]
    let list = try TalkList([(name: "phone.md", text: String(example))])
    #expect(list.talks[0].minutes == 3)
    #expect(await problems(of: list) == [])
  }

  private func problems(
    of list: TalkList, in language: HelpLanguage = .english
  ) async -> [String] {
    var workshops: [Workshop] = []
    let examination = TalkExamination { emit in
      let clock = SessionClock()
      let workshop = Workshop(data: nil, clock: clock)
      workshops.append(workshop)
      let session = Session(
        catalog: workshop.catalog, models: workshop.models, clock: clock, emit: emit)
      await workshop.furnish(session)
      return session
    }
    let problems = await examination.run(list, in: language)
    for workshop in workshops { await workshop.close() }
    return problems
  }

  @Test func everyTalkSpeaksChineseAndPlansItsMinutes() throws {
    let list = try TalkList.workshop()
    for talk in list.talks {
      let chinese = try #require(list.talk(talk.id, in: .chinese))
      #expect(chinese.title != talk.title)
      #expect(chinese.steps.map(\.minutes) == talk.steps.map(\.minutes))
      #expect(talk.steps.allSatisfy { $0.minutes != nil }, "\(talk.id)")
    }
  }

  @Test func everyDocumentOfTheFolderIsInTheProgram() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Workshop/Talks").standardizedFileURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let documents = try names.map { name in
      (name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    #expect(try TalkList(documents).talks == (try TalkList.workshop()).talks)
  }
}
