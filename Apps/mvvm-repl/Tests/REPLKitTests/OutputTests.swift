import Foundation
import Testing

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct OutputTests {
  let conversation = Conversation()

  private func withFile(_ body: (String) async throws -> Void) async throws {
    try await withFolder { try await body($0 + "/out.txt") }
  }

  @Test func resultsGoToFiles() async throws {
    try await withFile { path in
      await conversation.say("[1, 2] | json > \"\(path)\"; [3] >> \"\(path)\"")
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == "[\n  1,\n  2\n]\n[3]\n")
      #expect(conversation.lines == ["wrote \(path): 4 lines", "added to \(path): 1 line"])
      await conversation.say("let f = Form(); f | json > \"\(path)\"")
      let form = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!form.contains("1234"))
    }
  }

  @Test func aFileThatCannotBeWrittenIsAMistakeWithAPlace() async {
    await conversation.say("1 | json > \"/nowhere/at/all\"")
    #expect(conversation.diagnostics.first?.code == .failed)
    await conversation.say("1 >> 2")
    #expect(conversation.diagnostics.first?.code == .typeMismatch)
  }

  @Test func aGreaterThanWithoutAFilterCompares() async {
    #expect(await conversation.say("\"b\" > \"a\"").lines == ["true"])
  }

  @Test func copyingGoesThroughTheHost() async {
    await conversation.say("[1] | copy")
    #expect(conversation.diagnostics.first?.code == .notNow)
    var copied: [String] = []
    conversation.session.host.onCopy = { copied.append($0) }
    #expect(await conversation.say("[1] | copy; [2] | json | copy").lines.count == 2)
    #expect(copied == ["[1]", "[\n  2\n]"])
    await conversation.say("1...30000 | copy")
    #expect(copied.count == 2)
  }

  @Test func longResultsHavePages() async {
    let said = await conversation.say("1...50 | json | page 3")
    #expect(said.lines == (40..<50).map { "  \($0)," } + ["  50", "]", "page 3 of 3"])
    #expect(
      await conversation.say("1...50 | json | page").lines.last
        == "page 1 of 3; next page: | page 2")
    #expect(await conversation.say("1 | page 2").status == .runtimeError)
  }
}
