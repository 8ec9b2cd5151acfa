/// Parses the Markdown that lessons and talks have in common, part by part.
struct DocumentReader {
  /// A piece of a document.
  enum Part {
    /// The text behind the first `#`.
    case title(String)
    /// The text behind `##`.
    case step(String)
    /// The text of a comment on its own line.
    case comment(String)
    /// A fenced block, with its info string.
    case block(info: String, ArraySlice<Substring>)
    /// Any other line.
    case line(Substring)
  }

  private let file: String
  private let lines: [Substring]
  /// The index of the line after the current part.
  private var next = 0
  /// The number of the line where the current part begins, from 1.
  private(set) var line = 1
  private var hasTitle = false
  private var hasStep = false

  init(_ text: String, file: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// Returns the next part; `nil` at the end.
  ///
  /// - Throws: ``LessonError`` if a block is not closed, or if the document ends without a title or a step.
  mutating func part() throws(LessonError) -> Part? {
    guard next < lines.count else {
      line = hasTitle ? lines.count : 1
      guard hasTitle else { throw error(.noTitle, .lessonHasNoTitle) }
      guard hasStep else { throw error(.noStep, .lessonHasNoStep) }
      return nil
    }
    let text = lines[next]
    next += 1
    line = next
    if let fence = Transcript.fence(text) {
      guard let end = lines[next...].firstIndex(where: { Transcript.closes($0, fence) }) else {
        throw error(.block, .blockIsOpen("\(fence)"))
      }
      defer { next = end + 1 }
      return .block(info: String(text.dropFirst(fence.count)).trimmed, lines[next..<end])
    }
    if text.hasPrefix("## ") {
      hasStep = true
      return .step(String(text.dropFirst(3)).trimmed)
    }
    if !hasTitle, let title = Self.title(in: text) {
      hasTitle = !title.isEmpty
      return .title(title)
    }
    if text.hasPrefix("<!--"), text.hasSuffix("-->") {
      return .comment(String(text.dropFirst(4).dropLast(3)).trimmed)
    }
    return .line(text)
  }

  /// The title of a document, which is read only as far as that; `nil` without one.
  static func title(of text: String) -> String? {
    var rest = text[...]
    var block: Substring?
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      rest = text[line.endIndex...].dropFirst()
      if let fence = block {
        if Transcript.closes(line, fence) { block = nil }
      } else if let fence = Transcript.fence(line) {
        block = fence
      } else if let title = title(in: line), !title.isEmpty {
        return title
      }
    }
    return nil
  }

  private static func title(in line: Substring) -> String? {
    line.hasPrefix("# ") ? String(line.dropFirst(2)).trimmed : nil
  }

  /// Returns the whole quotation whose first line is the current part.
  mutating func quotation(_ first: Substring) -> String {
    let start = next
    while next < lines.count, lines[next].hasPrefix(">") { next += 1 }
    return ([first] + lines[start..<next]).map { String($0.dropFirst()).trimmed }
      .joined(separator: "\n")
  }

  /// Returns an error at the current part, or at another line.
  func error(_ code: LessonError.Code, _ message: Message, line: Int? = nil) -> LessonError {
    LessonError(code, message, file: file, line: line ?? self.line)
  }

  /// Parses a number of minutes; `nil` if it is not a whole number from 1 to `Talk.mostMinutes`.
  static func minutes(_ text: String) -> Int? {
    Int(text).flatMap { (1...Talk.mostMinutes).contains($0) ? $0 : nil }
  }
}

extension Array<String> {
  /// Adds a line; keeps only one of several blank lines in a row, and none at the beginning.
  mutating func add(line: some StringProtocol) {
    let isBlank = line.allSatisfy(\.isWhitespace)
    if isBlank, last?.isEmpty != false { return }
    append(isBlank ? "" : String(line))
  }

  /// Adds the lines of a block, indented.
  mutating func add(block lines: ArraySlice<Substring>) {
    for line in lines { add(line: "    " + line) }
  }

  /// The lines without blank lines at the beginning and the end.
  var withoutBlankEnds: [String] {
    let start = firstIndex { !$0.isEmpty } ?? endIndex
    let end = lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
    return Array(self[start..<end])
  }

  /// The lines with each paragraph or list item joined to one line, without spaces between Chinese characters.
  ///
  /// Indented lines, which belong to blocks, stay unchanged.
  var paragraphs: [String] {
    var isOpen = false
    return reduce(into: []) { whole, line in
      // No regular expression here: its compilation takes longer than the reading of a document.
      let isBlock = ["    ", "|", "#"].contains(where: line.hasPrefix)
      if isOpen, !line.isEmpty, !line.beginsItem, !isBlock, let last = whole.last {
        whole[whole.count - 1] = [last, line.trimmed].joinedAsText
      } else {
        whole.append(line)
      }
      isOpen = !line.isEmpty && !isBlock
    }
  }

  /// The lines joined to one, without spaces between Chinese characters and beside their punctuation.
  var joinedAsText: String {
    dropFirst().reduce(first ?? "") { text, line in
      guard let last = text.unicodeScalars.last, let next = line.unicodeScalars.first else {
        return text + line
      }
      let isChinese = last.isChinese && next.isChinese || last.isPunctuation || next.isPunctuation
      return text + (isChinese ? "" : " ") + line
    }
  }
}

extension Unicode.Scalar {
  /// Whether no space belongs between the character and another one of its kind.
  fileprivate var isChinese: Bool { value > 0x2E7F }
  /// Whether the character is a punctuation mark as wide as an ideograph.
  fileprivate var isPunctuation: Bool {
    (0x3000...0x303F).contains(value) || (0xFF00...0xFF0F).contains(value)
      || (0xFF1A...0xFF1F).contains(value)
  }
}

extension String {
  /// Whether the text begins an item of a list, numbered or not, or a quotation.
  fileprivate var beginsItem: Bool {
    let digits = utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let marks = digits > 0 ? [". "] : ["- ", "* ", "> "]
    return marks.contains { utf8.dropFirst(digits).starts(with: $0.utf8) }
  }
}
