/// The words of the statement that is being typed, up to the cursor.
///
/// The statement may be wrong or incomplete. Completion and signatures read it from its end.
struct TypedStatement {
  /// The kind of text at the end.
  enum End {
    case code, string, comment
    /// The end follows text that is not a word of the language.
    case mistake
  }

  typealias Words = ArraySlice<Token>

  /// The words of the statement; line breaks inside brackets are left out.
  private(set) var words: Words = []
  private(set) var end = End.code
  /// The offset at which the content of an open string begins.
  private(set) var stringStart: Int?
  let cursor: Int
  private let bytes: Substring.UTF8View

  /// Reads `text` up to `cursor`, a UTF-8 offset, which is clamped to the text.
  init(_ text: String, cursor: Int) {
    bytes = text.utf8.prefix(max(0, cursor))
    self.cursor = bytes.count
    var lexer = Lexer(String(decoding: bytes, as: UTF8.self))
    var depth = 0
    reading: while true {
      let token = lexer.next()
      switch token.kind {
      case .end: break reading
      case .invalid(let problem):
        end = Self.end(of: problem, bytes, at: token.span.start)
        if end == .string { stringStart = token.span.start + 1 }
        break reading
      case .separator:
        if !token.breaksLine || depth == 0 { (words, depth) = ([], 0) }
        continue
      case .symbol("("), .symbol("["), .symbol("{"): depth += 1
      case .symbol(")"), .symbol("]"), .symbol("}"): depth = max(0, depth - 1)
      default: break
      }
      words.append(token)
    }
    if lexer.endsInComment { end = .comment }
  }

  /// The text from an offset on.
  func text(from start: Int) -> String {
    String(decoding: bytes.dropFirst(start), as: UTF8.self)
  }

  /// The text after a tool command, including white space at its end; nil while the command itself is being typed.
  func argument(of word: String, at span: Span) -> String? {
    let rest = bytes.dropFirst(span.start + 1 + word.utf8.count)
    guard !rest.isEmpty else { return nil }
    return String(decoding: rest.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  private static func end(
    of problem: Diagnostic, _ bytes: Substring.UTF8View, at offset: Int
  ) -> End {
    guard problem.code == .unterminated else { return .mistake }
    let first = bytes.dropFirst(offset).first
    return first == UInt8(ascii: "/") ? .comment : .string
  }
}

/// A path at the end of some words, such as `list.items[2].na`.
struct TrailingPath {
  /// The name that is being typed; empty after a dot, or if there is no name.
  var name = ""
  /// The offset at which the name starts.
  var start: Int
  /// The path before the last dot; nil if there is no dot, and empty if the text before the dot is not a path.
  var base: String?
  /// The words before the path.
  var head: TypedStatement.Words

  init(of words: TypedStatement.Words, cursor: Int) {
    head = words
    start = cursor
    if case .name(let name)? = words.last?.kind, words.last?.span.end == cursor {
      self.name = name
      start = cursor - name.utf8.count
      head.removeLast()
    }
    guard head.endsInDot else { return }
    head.removeLast()
    base = head.takePath()
    if let path = base, path.isEmpty || path.hasPrefix("[") { base = words.literalBeforeDot ?? "" }
  }
}

extension ArraySlice<Token> {
  fileprivate var endsInDot: Bool {
    last?.kind == .symbol(".") || last?.kind == .symbol("?.")
  }

  func endsIn(_ symbol: String) -> Bool { last?.kind == .symbol(symbol) }

  var firstName: String? {
    if case .name(let name)? = first?.kind { name } else { nil }
  }

  /// The path at the end of the words, as ``Symbols`` knows it: `list.items[2]`; empty if there is none.
  var trailingPath: String {
    var words = self
    return words.takePath()
  }

  /// Removes the path at the end of the words, and returns it.
  mutating func takePath() -> String {
    var path = ""
    while let token = last {
      switch token.kind {
      case .name(let name):
        removeLast()
        path = name + path
        guard endsInDot else { return path }
        removeLast()
        path = "." + path
      case .symbol("]"):
        guard count >= 3, case .int(let index) = self[endIndex - 2].kind,
          self[endIndex - 3].kind == .symbol("[")
        else { return "" }
        removeLast(3)
        path = "[\(index)]" + path
      default: return ""
      }
    }
    return path.first == "." ? "" : path
  }

  /// The generic types at the end of the words, complete or not, such as `Box<In`, with their offsets; the longest
  /// first.
  ///
  /// The text is written as in the type's schema.
  var genericTypes: [(text: String, start: Int)] {
    var found: [(text: String, start: Int)] = []
    var text = ""
    // The limit keeps a long list of names fast; no type has more words.
    for index in indices.suffix(100).reversed() {
      guard let part = self[index].kind.genericPart else { break }
      text = part.text + text
      let next = index + 1 < endIndex ? self[index + 1] : nil
      if self[index].isName, next?.kind == .symbol("<"), next?.spaceBefore == false {
        found.append((text, self[index].span.start))
      }
    }
    return found.reversed()
  }

  /// The literal before the last dot, as ``Symbols`` knows it: `""`, `[]` or `[:]`, without its content.
  fileprivate var literalBeforeDot: String? {
    guard let dot = lastIndex(where: { $0.kind == .symbol(".") || $0.kind == .symbol("?.") })
    else { return nil }
    let words = self[..<dot]
    if case .string? = words.last?.kind { return "\"\"" }
    guard words.endsIn("]"), let open = words.dropLast().openBracket() else { return nil }
    switch words[..<open].last?.kind {
    // The brackets are a subscript.
    case .name?, .result?, .symbol("]")?, .symbol(")")?: return nil
    default: return words[open...].contains { $0.kind == .symbol(":") } ? "[:]" : "[]"
    }
  }

  /// The index of the innermost open bracket before `end`.
  func openBracket(before end: Int? = nil) -> Int? {
    var depth = 0
    for index in self[..<(end ?? endIndex)].indices.reversed() {
      switch self[index].kind {
      case .symbol(")"), .symbol("]"), .symbol("}"): depth += 1
      case .symbol("("), .symbol("["), .symbol("{"):
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The parts between commas that are not inside brackets.
  var parts: [ArraySlice<Token>] {
    var parts: [ArraySlice<Token>] = []
    var start = startIndex
    var depth = 0
    for index in indices {
      switch self[index].kind {
      case .symbol("("), .symbol("["), .symbol("{"): depth += 1
      case .symbol(")"), .symbol("]"), .symbol("}"): depth -= 1
      case .symbol(",") where depth == 0:
        parts.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    return parts + [self[start...]]
  }
}
