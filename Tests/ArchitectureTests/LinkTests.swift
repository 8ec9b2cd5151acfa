import Foundation
import Testing

/// Every link from one document of the repository to another leads somewhere.
@Suite struct LinkTests {
  static let documents: [URL] = {
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    return names.map { Repository.root.appending(path: $0) }
      + ["Decisions", "Packages", "Apps"].flatMap { Repository.files(below: $0, ending: "md") }
  }()

  @Test func everyRelativeLinkLeadsToAFileAndToAHeadingOfIt() throws {
    var count = 0
    for document in Self.documents {
      let text = try Self.prose(of: document)
      let targets =
        text.matches(of: /\]\(([^)\s]+)\)/).map(\.1)
        + text.matches(of: /(?:src|href|srcset)="([^"]+)"/).map(\.1)
      for target in targets where !target.contains("://") && !target.hasPrefix("<") {
        count += 1
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? document : document.deletingLastPathComponent().appending(path: String(parts[0]))
        let exists = FileManager.default.fileExists(atPath: file.path)
        #expect(exists, "\(document.lastPathComponent) links to \(target)")
        guard exists, parts.count == 2 else { continue }
        let anchors = try Self.anchors(of: file)
        #expect(anchors.contains(String(parts[1])), "\(document.lastPathComponent): \(target)")
      }
    }
    #expect(count > 30)
  }

  @Test func everyLinkToAnArticleNamesOneOfItsCatalog() throws {
    for document in Self.documents where document.path.contains(".docc/") {
      let folder = document.deletingLastPathComponent()
      for match in try Self.prose(of: document).matches(of: /<doc:([\w-]+)/) {
        let article = folder.appending(path: "\(match.1).md")
        let exists = FileManager.default.fileExists(atPath: article.path)
        #expect(exists, "\(document.lastPathComponent) links to \(match.0)>")
      }
    }
  }

  /// Every decision is in the index.
  @Test func everyDecisionIsInTheIndex() throws {
    let files = Repository.files(below: "Decisions", ending: "md").map(\.lastPathComponent)
    let index = try String(
      contentsOf: Repository.root.appending(path: "Decisions/README.md"), encoding: .utf8)
    for file in files where file != "README.md" {
      #expect(index.contains("](\(file))"), "Decisions/README.md lacks \(file)")
    }
  }

  /// A document without its blocks of code.
  private static func prose(of document: URL) throws -> String {
    var isCode = false
    let lines = try String(contentsOf: document, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }.joined(separator: "\n")
  }

  /// The names that GitHub gives to headings: small letters, hyphens for spaces, no other signs.
  private static func anchors(of document: URL) throws -> Set<String> {
    let headings = try prose(of: document).matches(of: /(?m)^#+ +(.+)$/)
    return Set(
      headings.map { heading in
        String(
          heading.1.lowercased().compactMap { character in
            switch character {
            case " ": "-"
            case "-", "_": character
            default: character.isLetter || character.isNumber ? character : nil
            }
          })
      })
  }
}
