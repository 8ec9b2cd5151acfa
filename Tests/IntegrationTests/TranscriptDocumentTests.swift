import Foundation
import REPLKit
import Testing
import Workshop

/// The conversations of the documentation are what the program says.
@MainActor
@Suite(.serialized) struct TranscriptDocumentTests {
  nonisolated static let pages = [
    "README.md", "Apps/mvvm-repl/Sources/REPLKit/REPLKit.docc/FirstSteps.md",
    "Apps/mvvm-repl/Sources/REPLKit/REPLKit.docc/EveryVerb.md",
  ]

  @Test(arguments: pages)
  func conversationsAreWhatTheProgramSays(page: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let folder = try TemporaryFolder()
    let transcript = Transcript(text.replacing("/tmp/", with: folder.url.path + "/"))
    let workshop = Workshop(data: nil)
    let report = await TranscriptRunner { emit in
      let session = Session(catalog: workshop.catalog, models: workshop.models, emit: emit)
      await workshop.furnish(session)
      session.offer(Course.workshop())
      return session
    }.run(transcript)
    await workshop.close()
    #expect(report.count == transcript.steps.count && report.count > 3)
    for failure in report.failures { Issue.record("line \(failure.step.line)\n\(failure)") }
    withExtendedLifetime(folder) {}
  }

  /// What the page has to show: everything that `:help` lists.
  @Test func everyVerbAndEveryWordOfTheToolIsShown() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: "Apps/mvvm-repl/Sources/REPLKit/REPLKit.docc/EveryVerb.md")
    let inputs = Transcript(try String(contentsOf: page, encoding: .utf8)).steps.map(\.input)
    var words: [String] = []
    let session = Session(catalog: Workshop(data: nil).catalog) { record in
      guard case .page(_, let rows) = record else { return }
      for row in rows where row.word.first != " " {
        words += row.word.split(separator: " ").prefix(1).map(String.init)
      }
    }
    await session.run(SourceText(":help"))
    let topics = words
    words = []
    for topic in topics where topic != "keys" { await session.run(SourceText(":help \(topic)")) }
    words.removeAll { !$0.allSatisfy { $0.isLetter || $0 == ":" } }
    #expect(words.count > 25)
    for word in words {
      let isShown = inputs.contains { $0.contains(word) }
      #expect(isShown, "\(word) is in no conversation")
    }
  }
}
