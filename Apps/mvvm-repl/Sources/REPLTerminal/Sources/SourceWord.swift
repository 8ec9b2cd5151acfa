import REPLKit

/// The word `:source`, which shows the Swift code of a type or a member, if the package's sources exist.
@MainActor
struct SourceWord {
  let finder: SourceFinder

  var word: ToolCommand {
    ToolCommand(
      "source",
      Message(
        "the Swift of a type or a member: :source form.clear",
        "显示类型或成员的 Swift 源代码：:source form.clear")
    ) { path in
      try [.output(text(of: path))]
    }.unrecorded().takingPath()
  }

  private func text(of path: String) throws -> String {
    guard !path.isEmpty else { throw Message.saySourceOf }
    do {
      let found = try finder.declaration(at: path)
      return text(of: found.lines, in: found.source, finder.name(of: found.file))
    } catch {
      guard let shipped = try finder.shipped(at: path) else { throw error }
      let copy = Message.shippedSource(shipped.name).text(in: finder.session.language)
      return text(of: shipped.lines, in: shipped.source, shipped.name) + "\n\(copy)"
    }
  }

  private func text(of lines: SwiftSource.Lines, in source: SwiftSource, _ name: String) -> String {
    let width = "\(lines.upperBound)".count
    let margin = String(repeating: " ", count: width)
    let numbered = zip(lines, source.text(of: lines)).map { number, line in
      "  \(String(repeating: " ", count: width - "\(number)".count))\(number) | \(line)"
    }
    return (["\(margin) --> \(name):\(lines.lowerBound)"] + numbered)
      .joined(separator: "\n")
  }
}
