/// The statement that is being typed, up to the cursor, as its words.
///
/// It need not be right, or finished: completion and signatures look at it from its end.
struct TypedStatement {
  /// Where the text ends.
  enum End {
    case code, string, comment
    /// Behind something that is no word of the language.
    case mistake
  }

  typealias Words = ArraySlice<Token>

  /// The statement's words; line breaks between brackets are left out.
  private(set) var words: Words = []
  private(set) var end = End.code
  /// Where the text of a string begins that is open at the end.
  private(set) var stringStart: Int?
  let cursor: Int
  private let bytes: Substring.UTF8View

  /// Reads `text` up to `cursor`, a UTF-8 offset; one outside the text is moved to its nearer end.
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

  /// The text behind a word of the tool, with the white space at its end; nil while the word
  /// itself is typed.
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
  /// The name that is being typed, or empty behind a dot and where no name is.
  var name = ""
  /// Where the name starts.
  var start: Int
  /// The path before the last dot; nil without a dot, empty when it is no path.
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

  /// Whether the last word is this symbol.
  func endsIn(_ symbol: String) -> Bool { last?.kind == .symbol(symbol) }

  /// The name that the words start with.
  var firstName: String? {
    if case .name(let name)? = first?.kind { name } else { nil }
  }

  /// The path that the words end with, as ``Symbols`` knows it: `list.items[2]`; empty when they end
  /// with none.
  var trailingPath: String {
    var words = self
    return words.takePath()
  }

  /// Removes the path that the words end with.
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

  /// The ends of the words that read as a generic type, finished or not, the longest first: `Box<In`, as its schema
  /// writes it, and where it starts.
  var genericTypes: [(text: String, start: Int)] {
    var found: [(text: String, start: Int)] = []
    var text = ""
    // No type has more words; a long list of names is none.
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

  /// The literal before the last dot, as ``Symbols`` knows it: a string, an array or a dictionary without
  /// what is in it.
  fileprivate var literalBeforeDot: String? {
    guard let dot = lastIndex(where: { $0.kind == .symbol(".") || $0.kind == .symbol("?.") })
    else { return nil }
    let words = self[..<dot]
    if case .string? = words.last?.kind { return "\"\"" }
    guard words.endsIn("]"), let open = words.dropLast().openBracket() else { return nil }
    switch words[..<open].last?.kind {
    // The brackets choose an element.
    case .name?, .result?, .symbol("]")?, .symbol(")")?: return nil
    default: return words[open...].contains { $0.kind == .symbol(":") } ? "[:]" : "[]"
    }
  }

  /// The index of the bracket that is open at the end, searched before `end`.
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

  /// The parts between commas that stand in no further bracket.
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
