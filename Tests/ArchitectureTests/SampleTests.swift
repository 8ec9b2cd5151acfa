import Foundation
import Testing

/// The Swift samples of the articles are code that compiles.
@Suite struct SampleTests {
  /// Not compiled: SwiftUI exists on Apple's systems alone.
  private static let exempt = ["SwiftUI.md"]

  private static let articles = LinkTests.documents.filter {
    $0.path.contains(".docc/") && !exempt.contains($0.lastPathComponent)
  }

  /// Each line of a sample is in a test of the same package, spaces and access levels aside.
  @Test func everyLineOfASampleIsInATest() throws {
    var count = 0
    var tests: [String: String] = [:]
    for article in Self.articles {
      let package = try #require(article.path.components(separatedBy: "/Sources/").first)
      let lines = try Self.samples(of: article)
      guard !lines.isEmpty else { continue }
      if tests[package] == nil {
        let folder = String(package.dropFirst(Repository.root.path.count + 1)) + "/Tests"
        let sources = try Repository.files(below: folder, ending: "swift").map {
          try String(contentsOf: $0, encoding: .utf8)
        }
        tests[package] = Self.bare(sources.joined(separator: "\n"))
      }
      for line in lines {
        count += 1
        let isCompiled = tests[package, default: ""].contains(Self.bare(line))
        #expect(
          isCompiled, "\(article.lastPathComponent) has a line that no test compiles: \(line)")
      }
    }
    #expect(count > 500)
  }

  /// The lines of the blocks of Swift, without comments.
  private static func samples(of article: URL) throws -> [String] {
    var lines: [String] = []
    var isSample = false
    for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("```") {
        isSample = text == "```swift"
      } else if isSample, !text.hasPrefix("//") {
        lines.append(text.replacing(/\s+\/\/ .*/, with: ""))
      }
    }
    return lines
  }

  private static func bare(_ code: String) -> String {
    code.replacing(#/\b(?:file)?private /#, with: "").filter { !$0.isWhitespace }
  }
}
