/// Reads the Markdown that lessons and talks have in common, part by part.
struct DocumentReader {
  /// A piece of a document.
  enum Part {
    /// The text behind the first `#`.
    case title(String)
    /// The text behind `##`.
    case step(String)
    /// The text of a comment in a line of its own.
    case comment(String)
    /// A block between fences, with the words behind the first one.
    case block(info: String, ArraySlice<Substring>)
    /// Any other line.
    case line(Substring)
  }

  private let file: String
  private let lines: [Substring]
  /// The line behind the current part, from 0.
  private var next = 0
  /// The line that the current part begins at, from 1.
  private(set) var line = 1
  private var hasTitle = false
  private var hasStep = false

  init(_ text: String, file: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The next part; `nil` at the end.
  ///
  /// - Throws: ``LessonError`` when a block is not closed, or the document has ended without a title or a step.
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
    if text.hasPrefix("# "), !hasTitle {
      let title = String(text.dropFirst(2)).trimmed
      hasTitle = !title.isEmpty
      return .title(title)
    }
    if text.hasPrefix("<!--"), text.hasSuffix("-->") {
      return .comment(String(text.dropFirst(4).dropLast(3)).trimmed)
    }
    return .line(text)
  }

  /// The rest of a quotation whose first line is the current part.
  mutating func quotation(_ first: Substring) -> String {
    let start = next
    while next < lines.count, lines[next].hasPrefix(">") { next += 1 }
    return ([first] + lines[start..<next]).map { String($0.dropFirst()).trimmed }
      .joined(separator: "\n")
  }

  /// A mistake at the current part, or at another line.
  func error(_ code: LessonError.Code, _ message: Message, line: Int? = nil) -> LessonError {
    LessonError(code, message, file: file, line: line ?? self.line)
  }

  /// A number of minutes; `nil` when it is none.
  static func minutes(_ text: String) -> Int? {
    Int(text).flatMap { (1...Talk.mostMinutes).contains($0) ? $0 : nil }
  }
}

extension Array<String> {
  /// Adds a line; several blank ones in a row mean no more than one, and none stands at the beginning.
  mutating func add(line: some StringProtocol) {
    let isBlank = line.allSatisfy(\.isWhitespace)
    if isBlank, last?.isEmpty != false { return }
    append(isBlank ? "" : String(line))
  }

  /// Adds the lines of a block, indented.
  mutating func add(block lines: ArraySlice<Substring>) {
    for line in lines { add(line: "    " + line) }
  }

  /// The lines without blank ones at the beginning and the end.
  var withoutBlankEnds: [String] {
    let start = firstIndex { !$0.isEmpty } ?? endIndex
    let end = lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
    return Array(self[start..<end])
  }

  /// The lines with those of a paragraph, or of an item of a list, as one; between Chinese characters there is no space.
  ///
  /// Indented lines, which are those of blocks, stay as they are.
  var paragraphs: [String] {
    var isOpen = false
    return reduce(into: []) { whole, line in
      // All lessons and talks are read at each start: making a regular expression takes longer than reading one.
      let isBlock = ["    ", "|", "#"].contains(where: line.hasPrefix)
      if isOpen, !line.isEmpty, !line.beginsItem, !isBlock, let last = whole.last {
        whole[whole.count - 1] = [last, line.trimmed].joinedAsText
      } else {
        whole.append(line)
      }
      isOpen = !line.isEmpty && !isBlock
    }
  }

  /// The lines as one; between Chinese characters, and beside their punctuation, there is no space.
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
  /// Whether no space stands between it and another one of its kind.
  fileprivate var isChinese: Bool { value > 0x2E7F }
  /// Whether it is a punctuation mark as wide as an ideograph.
  fileprivate var isPunctuation: Bool {
    (0x3000...0x303F).contains(value) || (0xFF00...0xFF0F).contains(value)
      || (0xFF1A...0xFF1F).contains(value)
  }
}

extension String {
  /// Whether an item of a list, numbered or not, or a quotation begins with it.
  fileprivate var beginsItem: Bool {
    let digits = utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let marks = digits > 0 ? [". "] : ["- ", "* ", "> "]
    return marks.contains { utf8.dropFirst(digits).starts(with: $0.utf8) }
  }
}
