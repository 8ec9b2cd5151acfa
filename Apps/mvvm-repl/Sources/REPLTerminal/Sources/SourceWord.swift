import REPLKit

/// The word `:source`: the Swift of a type or a member, where the package's sources are there.
@MainActor
struct SourceWord {
  let finder: SourceFinder

  /// The word itself.
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
    let found = try finder.declaration(at: path)
    let width = "\(found.lines.upperBound)".count
    let margin = String(repeating: " ", count: width)
    let numbered = zip(found.lines, found.source.text(of: found.lines)).map { number, line in
      "  \(String(repeating: " ", count: width - "\(number)".count))\(number) | \(line)"
    }
    let name = finder.name(of: found.file)
    return (["\(margin) --> \(name):\(found.lines.lowerBound)"] + numbered)
      .joined(separator: "\n")
  }
}
