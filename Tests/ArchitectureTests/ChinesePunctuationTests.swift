import Foundation
import Testing

/// Chinese has punctuation of its own width.
@Suite struct ChinesePunctuationTests {
  /// Texts in Chinese: sources with messages, lessons, talks and articles.
  static let files =
    Repository.files(below: "Apps", ending: "swift")
    + ["Apps", "Packages"].flatMap { Repository.files(below: $0, ending: "md") }

  @Test func noClauseEndsWithAMarkOfHalfWidth() throws {
    let mark = /\p{Script=Han}[）”」》]?[:,;!?](?: |"|$|\p{Script=Han})/.anchorsMatchLineEndings()
    let files = Self.files.filter { $0.path.contains("/Sources/") }
    #expect(!files.isEmpty)
    for file in files {
      for (number, line) in try String(contentsOf: file, encoding: .utf8).lines.enumerated() {
        // A comment tells what a word means, `:serve on 地址:端口` has the colon of an address.
        let comment = file.pathExtension == "swift" ? line.firstRange(of: "// ")?.lowerBound : nil
        let text = line[..<(comment ?? line.endIndex)].replacing("地址:端口", with: "")
        #expect(
          text.firstMatch(of: mark) == nil, "\(file.lastPathComponent):\(number + 1): \(line)")
      }
    }
  }

  /// Behind a text that is told in the language of the session no colon is written in English.
  @Test func noMessageIsFollowedByAnEnglishColon() throws {
    let mark = /\\\((?:told|text)\(\.\w+\)\)(?: #\\\(\w+\))?:/
    for file in try Repository.swiftFiles(below: "Apps/mvvm-repl/Sources") {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: mark) == nil, "\(file.lastPathComponent)")
    }
  }
}

extension String {
  fileprivate var lines: [Substring] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
