import Foundation
import REPLKit
import Testing
import Workshop

/// The README's transcript is what the program says, line by line.
@MainActor
@Suite struct ReadmeTests {
  struct Exchange {
    var entry: String
    var answer: [String]
  }

  /// The exchanges of the first block of the README that starts with a prompt.
  private func transcript() throws -> [Exchange] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(
      readme.components(separatedBy: "```").first { $0.hasPrefix("text\n❯ ") },
      "the README has no transcript")
    var exchanges: [Exchange] = []
    for line in block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      if line.hasPrefix("❯ ") {
        exchanges.append(Exchange(entry: String(line.dropFirst(2)), answer: []))
      } else if !exchanges.isEmpty {
        exchanges[exchanges.count - 1].answer.append(String(line))
      }
    }
    exchanges[exchanges.count - 1].answer.removeAll(where: \.isEmpty)
    return exchanges
  }

  @Test func theTranscriptIsWhatTheProgramSays() async throws {
    let exchanges = try transcript()
    #expect(exchanges.count >= 8)
    let workshop = Workshop(data: nil)
    let renderer = TextRenderer(style: .plain)
    var said: [String] = []
    let session = Session(catalog: workshop.catalog) { record in
      said += renderer.text(record).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
    for exchange in exchanges {
      said = []
      await session.run(SourceText(exchange.entry))
      #expect(said == exchange.answer, "after ❯ \(exchange.entry)")
    }
    await session.close()
    await workshop.close()
  }
}
