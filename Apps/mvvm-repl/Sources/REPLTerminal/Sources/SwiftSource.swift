/// The text of a Swift file in which declarations are searched without a compiler.
///
/// The search knows braces, comments and strings, and nothing else of the language. That is enough to find where a type
/// or a member begins and ends in code that compiles.
struct SwiftSource {
  /// Lines of a file, counted from 1.
  typealias Lines = ClosedRange<Int>

  let lines: [Substring]
  /// The lines without the content of comments and strings.
  let code: [String]
  /// Whether a comment or a string continues after each line.
  private let isOpen: [Bool]
  /// The number of open braces at the beginning of each line.
  private let depths: [Int]

  init(_ text: String) {
    lines = text.sourceLines
    var scanner = Scanner()
    let scanned = lines.map { (code: scanner.code(of: $0), isOpen: scanner.isOpen) }
    code = scanned.map(\.code)
    isOpen = scanned.map(\.isOpen)
    var depth = 0
    depths = code.map { line in
      defer {
        depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      }
      return depth
    }
  }

  /// The text of lines.
  func text(of range: Lines) -> [String] { range.map { String(lines[$0 - 1]) } }

  /// The lines of the declaration of a type.
  func type(_ name: String) -> Lines? {
    declarations(of: name, behind: ["class", "struct", "actor", "enum"], in: nil).first
  }

  /// The lines of the declaration of a member, in the type or an extension of it.
  func member(_ name: String, of type: String) -> Lines? {
    let bodies = declarations(
      of: type, behind: ["class", "struct", "actor", "enum", "extension"], in: nil)
    return bodies.lazy.compactMap {
      declarations(of: name, behind: ["func", "var", "let"], in: $0).first
    }.first
  }

  /// Returns the declarations of a name, in the body of a type, or anywhere.
  func declarations(of name: String, behind words: [String], in body: Lines?) -> [Lines] {
    let range = body.map { $0.lowerBound - 1..<$0.upperBound } ?? lines.indices
    // A member is one brace deeper than the line that declares its type.
    let head = body.flatMap { body in
      (body.lowerBound - 1..<body.upperBound).first { code[$0].contains("{") }
    }
    return range.compactMap { index in
      guard declares(name, behind: words, code[index]) else { return nil }
      if let head {
        guard index > head, depths[index] == depths[head] + 1 else { return nil }
      }
      return start(of: index) + 1...end(of: index) + 1
    }
  }

  private func declares(_ name: String, behind words: [String], _ line: String) -> Bool {
    let tokens = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return zip(tokens, tokens.dropFirst()).contains { words.contains(String($0)) && $1 == name }
  }

  /// Whether a line declares something itself, as `@Command func add()` does.
  private func declares(_ line: String) -> Bool {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains {
      ["func", "var", "let", "init", "class", "struct", "enum", "actor", "case", "subscript"]
        .contains($0)
    }
  }

  /// The first line of a declaration with its documentation and attributes.
  private func start(of index: Int) -> Int {
    var start = index
    while start > 0 {
      let before = lines[start - 1].drop(while: \.isWhitespace)
      guard before.hasPrefix("///") || before.hasPrefix("@") && !declares(code[start - 1]) else {
        return start
      }
      start -= 1
    }
    return start
  }

  /// The line with the closing brace of a declaration, or the declaration's own line.
  private func end(of index: Int) -> Int {
    var depth = 0
    var brackets = 0
    for line in index..<code.count {
      for character in code[line] {
        switch character {
        case "{": depth += 1
        case "}": depth -= 1
        case "(", "[": brackets += 1
        case ")", "]": brackets -= 1
        default: break
        }
      }
      let goesOn = line + 1 < code.count && code[line + 1].drop(while: \.isWhitespace).first == "{"
      if depth <= 0, brackets <= 0, !goesOn, !isOpen[line] { return line }
    }
    return code.count - 1
  }

  /// Removes comments and strings from lines, one after the other.
  private struct Scanner {
    private var commentDepth = 0
    /// The end mark of the multi-line string that is open; nil without one.
    private var textEnd: String?
    var isOpen: Bool { commentDepth > 0 || textEnd != nil }

    mutating func code(of line: Substring) -> String {
      var code = ""
      var rest = line
      while let first = rest.first {
        if commentDepth > 0 {
          if rest.hasPrefix("*/") {
            commentDepth -= 1
            rest = rest.dropFirst(2)
          } else {
            if rest.hasPrefix("/*") { commentDepth += 1 }
            rest = rest.dropFirst()
          }
        } else if let end = textEnd {
          guard let place = rest.firstRange(of: end) else { return code }
          textEnd = nil
          rest = rest[place.upperBound...]
        } else if rest.hasPrefix("//") {
          return code
        } else if rest.hasPrefix("/*") {
          commentDepth = 1
          rest = rest.dropFirst(2)
        } else if first == "\"" || first == "#" && rest.drop(while: { $0 == "#" }).first == "\"" {
          string(&rest)
        } else {
          code.append(first)
          rest = rest.dropFirst()
        }
      }
      return code
    }

    /// Skips a string, up to its end or the end of the line.
    private mutating func string(_ rest: inout Substring) {
      let signs = String(rest.prefix { $0 == "#" })
      rest = rest.dropFirst(signs.count)
      guard !rest.hasPrefix("\"\"\"") else {
        rest = rest.dropFirst(3)
        textEnd = "\"\"\"" + signs
        return
      }
      rest = rest.dropFirst()
      while !rest.isEmpty {
        if signs.isEmpty, rest.hasPrefix("\\") {
          rest = rest.dropFirst(2)
        } else if rest.hasPrefix("\"" + signs) {
          rest = rest.dropFirst(1 + signs.count)
          return
        } else {
          rest = rest.dropFirst()
        }
      }
    }
  }
}

extension String {
  /// The lines as a compiler counts them, for all kinds of line ends.
  var sourceLines: [Substring] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
