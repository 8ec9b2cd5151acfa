/// Makes HTML of the lines of a lesson or a talk: paragraphs, lists, code and what stands within a line.
///
/// It knows what such documents use, and shows everything else as text; nothing of it can be markup of its own.
struct MarkdownHTML {
  private var html: [String] = []
  private var paragraph: [String] = []
  private var items: [String] = []
  private var code: [String] = []

  /// The HTML of lines; those of blocks are indented by four.
  static func text(_ lines: [String]) -> String {
    var markdown = MarkdownHTML()
    for line in lines { markdown.take(line) }
    markdown.endAll()
    return markdown.html.joined(separator: "\n")
  }

  private mutating func take(_ line: String) {
    if line.hasPrefix("    ") {
      endParagraph()
      endItems()
      code.append(String(line.dropFirst(4)))
    } else if line.isEmpty {
      // A blank line within a block belongs to it.
      if code.isEmpty { endAll() } else { code.append("") }
    } else if line.hasPrefix("- ") || line.hasPrefix("* ") {
      endParagraph()
      endCode()
      items.append(String(line.dropFirst(2)))
    } else if !items.isEmpty, line.hasPrefix(" ") {
      items[items.count - 1] = [items[items.count - 1], line.trimmed].joinedAsText
    } else {
      endItems()
      endCode()
      paragraph.append(line)
    }
  }

  private mutating func endAll() {
    endParagraph()
    endItems()
    endCode()
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    html.append("<p>\(Self.inline(paragraph.joinedAsText))</p>")
    paragraph = []
  }

  private mutating func endItems() {
    guard !items.isEmpty else { return }
    html.append("<ul>\(items.map { "<li>\(Self.inline($0))</li>" }.joined())</ul>")
    items = []
  }

  private mutating func endCode() {
    let lines = code.withoutBlankEnds
    code = []
    if !lines.isEmpty { html.append(Self.block(lines.joined(separator: "\n"))) }
  }

  /// A block of code.
  static func block(_ text: String) -> String { "<pre>\(escaped(text))</pre>" }

  /// The HTML of a line: code, strong and emphasised text, and the text of links.
  static func inline(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let part = escaped(String(part))
      guard index.isMultiple(of: 2) else { return "<code>\(part)</code>" }
      return part.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
        .replacing(#/\*\*(\S.*?)\*\*/#) { "<strong>\($0.1)</strong>" }
        .replacing(#/\*(\S.*?)\*/#) { "<em>\($0.1)</em>" }
    }.joined()
  }

  /// A text with nothing in it that HTML would obey.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
