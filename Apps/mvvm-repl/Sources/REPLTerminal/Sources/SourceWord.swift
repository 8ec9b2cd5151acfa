import Foundation
import REPLKit

/// The word `:source`: the Swift of a type or a member, where the package's sources are there.
@MainActor
struct SourceWord {
  /// Not weak: the session owns the word.
  unowned let session: Session
  /// The package of the program; `nil` when it is not known.
  let package: BuiltPackage?

  /// The word itself.
  var word: ToolCommand {
    ToolCommand(
      "source",
      Message(
        "the Swift of a type or a member: :source form.clear",
        "显示类型或成员的 Swift 源代码：:source form.clear")
    ) { path in
      try [.output(text(of: path))]
    }.unrecorded()
  }

  private func text(of path: String) throws -> String {
    guard !path.isEmpty else { throw Message.saySourceOf }
    guard let package else { throw Message.sourcesNotFound }
    guard let declaration = try session.declaration(of: path) else {
      throw Message.hasNoSource(path)
    }
    guard let (file, source, lines) = find(declaration, in: package.root) else {
      throw Message.noSource(of: path, in: package.root.path)
    }
    let width = "\(lines.upperBound)".count
    let margin = String(repeating: " ", count: width)
    let numbered = zip(lines, source.text(of: lines)).map { number, line in
      "  \(String(repeating: " ", count: width - "\(number)".count))\(number) | \(line)"
    }
    let name = file.path.trimmingPrefix(package.root.path + "/")
    return (["\(margin) --> \(name):\(lines.lowerBound)"] + numbered).joined(separator: "\n")
  }

  private func find(
    _ declaration: Session.Declaration, in root: URL
  ) -> (file: URL, source: SwiftSource, lines: SwiftSource.Lines)? {
    var other: (file: URL, source: SwiftSource, lines: SwiftSource.Lines)?
    for path in SourceWatch.sources(of: root).stamps.keys.sorted() where path.hasSuffix(".swift") {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        text.contains(declaration.type)
      else { continue }
      let source = SwiftSource(text)
      let lines =
        if let member = declaration.member {
          source.member(member, of: declaration.type)
        } else {
          source.type(declaration.type)
        }
      guard let lines else { continue }
      let found = (file: URL(filePath: path), source: source, lines: lines)
      // Of several types of one name it is the one that is a view-model.
      if text.contains("ViewModel") { return found }
      other = other ?? found
    }
    return other
  }
}
