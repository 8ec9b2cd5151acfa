import Foundation
import Testing

/// The lines of the tables of capabilities can be typed.
@MainActor
@Suite struct CapabilityLineTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(
      path: "Packages/ViewModels/Sources/ViewModels/ViewModels.docc")

  /// The statements of a table's last cell, each in a code span; none where a reason stands there.
  private func lines(of row: String) -> [String] {
    let cell = row.replacing("\\|", with: "\u{0}").split(separator: "|").last ?? ""
    guard row.firstMatch(of: /^\| [LDSVC]\d\d/) != nil, !cell.contains("–") else { return [] }
    return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.replacing("\u{0}", with: "|")) }
  }

  @Test func everyLineRunsWithoutAMistake() async throws {
    let text = { (name: String) throws -> String in
      try String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8)
    }
    let beginnings = try text("Capabilities").split(separator: "\n")
      .filter { $0.hasPrefix("let ") }.map(String.init)
    let rows = try ["CapabilitiesL", "CapabilitiesDSVC"].flatMap {
      try text($0).split(separator: "\n").map(String.init)
    }
    let conversations = rows.map(lines).filter { !$0.isEmpty }
    #expect(conversations.count > 140 && beginnings.count > 8)
    try await withFolder { folder in
      for (number, typed) in conversations.enumerated() {
        let words = Set(typed.joined(separator: " ").split { !$0.isLetter })
        let names = beginnings.filter { words.contains($0.split(separator: " ")[1]) }
        let statements = typed.map { $0.replacing("/tmp/", with: folder.path + "/\(number)") }
        let answer = await said([":set clock manual"] + names + statements)
        let mistakes = answer.filter { $0.hasPrefix("error") || $0.hasPrefix("problem") }
        #expect(mistakes.isEmpty, "\(typed)\n\(answer.joined(separator: "\n"))")
      }
    }
  }
}
