import Foundation
import Models
import REPLKit
import Testing
import ViewModels

@testable import REPLStudio

/// The examples of the protocol's page are what a studio does.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ProtocolDocumentTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/REPLStudio/REPLStudio.docc/Protocol.md").standardized

  /// The lines between fences: those up to a heading, and those from there on.
  private static func lines(before heading: String) throws -> (before: [String], after: [String]) {
    func lines(of text: String) -> [String] {
      let parts = text.components(separatedBy: "```\n")
      let blocks = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      return blocks.flatMap { $0.split(separator: "\n").map(String.init) }
    }
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: heading)
    return (lines(of: parts[0]), lines(of: parts.dropFirst().joined()))
  }

  @Test func everyLineIsWhatIsSent() async throws {
    let host = StudioHost.open()
    let (full, readOnly) = try Self.lines(before: "### A read-only browser\n")
    #expect(full.count > 30 && readOnly.count > 10)
    try await replay(full, to: try #require(host.studio.welcome()))
    try await replay(readOnly, to: try #require(host.studio.welcome(.readOnly)))
  }

  private func replay(_ lines: [String], to guest: StudioGuest) async throws {
    for line in lines {
      let text = String(line.dropFirst(2))
      guard line.hasPrefix("< ") else {
        await guest.take(text)
        continue
      }
      let wanted = try ModelDecoder().decode(DynamicValue.self, from: text)
      let sent = await guest.message()
      #expect(
        Self.matches(.object(sent), wanted), "\(text)\nis\n\(JSONRenderer.line(.object(sent)))")
      guard !sent.isEmpty else { break }
    }
    guest.close()
  }

  @Test func everyKindOfMessageIsInTheExamples() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    for kind in [
      "hello", "record", "gap", "names", "picture", "graph", "timeline", "lesson", "running",
      "answer", "completion", "turn", "pull", "statement", "set", "call", "complete", "cancel",
      "marbles", "talk",
    ] {
      #expect(text.contains("\"kind\":\"\(kind)\""), "\(kind)")
    }
  }

  /// Whether a value is as wanted; `…` stands for anything, and members may be left out.
  private static func matches(_ value: DynamicValue, _ wanted: DynamicValue) -> Bool {
    switch (value, wanted) {
    case (_, "…"): true
    case (.object(let members), .object(let wanted)):
      wanted.allSatisfy { name, wanted in members[name].map { matches($0, wanted) } ?? false }
    case (.array(let elements), .array(let wanted)):
      elements.count == wanted.count && zip(elements, wanted).allSatisfy { matches($0, $1) }
    default: value == wanted
    }
  }
}
