/// Converts the lines of a lesson or a talk to HTML: paragraphs, lists, code and inline markup.
///
/// Only the markup of such documents is supported. Everything else is shown as text and cannot become markup.
enum MarkdownHTML {
  private enum Kind { case paragraph, items, code, gap }

  /// Returns the HTML of lines; lines of code blocks are indented by four spaces.
  static func text(_ lines: [String]) -> String {
    var blocks: [(kind: Kind, lines: [String])] = []
    func add(_ line: some StringProtocol, to kind: Kind) {
      if blocks.last?.kind != kind { blocks.append((kind, [])) }
      blocks[blocks.count - 1].lines.append(String(line))
    }
    for line in lines {
      let last = blocks.last
      if line.hasPrefix("    ") {
        add(line.dropFirst(4), to: .code)
      } else if line.isEmpty {
        // A blank line within a code block belongs to the block.
        add("", to: last?.kind == .code ? .code : .gap)
      } else if line.hasPrefix("- ") || line.hasPrefix("* ") {
        add(line.dropFirst(2), to: .items)
      } else if let last, last.kind == .items, line.hasPrefix(" ") {
        let item = [last.lines[last.lines.count - 1], line.trimmed].joinedAsText
        blocks[blocks.count - 1].lines[last.lines.count - 1] = item
      } else {
        add(line, to: .paragraph)
      }
    }
    return blocks.compactMap { kind, lines -> String? in
      switch kind {
      case .paragraph: "<p>\(inline(lines.joinedAsText))</p>"
      case .items: "<ul>\(lines.map { "<li>\(inline($0))</li>" }.joined())</ul>"
      case .code:
        lines.allSatisfy(\.isEmpty)
          ? nil : block(lines.withoutBlankEnds.joined(separator: "\n"))
      case .gap: nil
      }
    }.joined(separator: "\n")
  }

  /// Returns a block of code.
  static func block(_ text: String) -> String { "<pre>\(escaped(text))</pre>" }

  /// Returns the HTML of a line: code, strong and emphasised text, and the text of links.
  static func inline(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let part = escaped(String(part))
      guard index.isMultiple(of: 2) else { return "<code>\(part)</code>" }
      return part.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
        .replacing(#/\*\*(\S.*?)\*\*/#) { "<strong>\($0.1)</strong>" }
        .replacing(#/\*(\S.*?)\*/#) { "<em>\($0.1)</em>" }
    }.joined()
  }

  /// Returns a text with the special characters of HTML escaped.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
