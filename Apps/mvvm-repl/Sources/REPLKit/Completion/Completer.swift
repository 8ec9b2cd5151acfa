/// Finds what could be typed at a place; a pure function of the text and the ``Symbols``.
public enum Completer {
  /// What fits, and which part of the text it would replace.
  public struct Result: Sendable, Hashable {
    /// The UTF-8 range of the text that a candidate replaces.
    public let replaced: Range<Int>
    /// The candidates, in the order in which they are offered.
    public let candidates: [Symbols.Symbol]
  }

  /// What could stand at `cursor`, a UTF-8 offset into `text`.
  ///
  /// Nothing is offered inside strings and comments. A cursor outside the text is moved to its
  /// nearer end.
  public static func complete(_ text: String, cursor: Int, symbols: Symbols) -> Result {
    let bytes = Array(text.utf8)
    let cursor = min(max(0, cursor), bytes.count)
    let before = String(decoding: bytes[..<cursor], as: UTF8.self)
    var lexer = Lexer(before)
    // A text that does not lex ends inside a string or a comment, or is wrong already.
    guard let tokens = try? lexer.tokens(), !lexer.endsInComment else {
      return Result(replaced: cursor..<cursor, candidates: [])
    }
    let words = tokens.dropLast()
    let statement = words.lastIndex { $0.kind == .separator }.map { words[($0 + 1)...] } ?? words
    let context = Context(statement, cursor: cursor)
    let candidates = symbols.candidates(in: context).filter { $0.text.hasPrefix(context.prefix) }
    return Result(replaced: context.start..<cursor, candidates: candidates)
  }

  /// What stands before the cursor.
  struct Context {
    var prefix = ""
    var start: Int
    var place = Place.value

    enum Place: Equatable {
      case statementStart, value, nothing, meta
      case helpTopic
      case member(of: String)
      /// After an opening bracket.
      case element(of: String)
      /// After the word of the tool.
      case argument(of: String)
      case filter, model
      /// After `watch`, `bind` and their like: what they take is a path.
      case path
    }

    init(_ words: ArraySlice<Token>, cursor: Int) {
      var words = words
      start = cursor
      if case .meta(let name, let rest)? = words.last?.kind, let token = words.last {
        let isTyping = rest.isEmpty && token.span.end == cursor
        place = isTyping ? .meta : .helpTopic
        prefix = isTyping ? ":\(name)" : rest
        if !isTyping, !["help", "h", "inspect", "graph"].contains(name) {
          place = .argument(of: name)
        }
        start = cursor - prefix.utf8.count
        return
      }
      if case .symbol(":")? = words.last?.kind, words.count == 1 {
        place = .meta
        prefix = ":"
        start = cursor - 1
        return
      }
      if case .name(let name)? = words.last?.kind, words.last?.span.end == cursor {
        prefix = name
        start = cursor - name.utf8.count
        words.removeLast()
      }
      place = Self.place(after: words)
      if case .nothing = place, case .symbol("[")? = words.last?.kind { place = .value }
    }

    /// The path that `words` ends with, as the symbols know it: `list.items[2]`.
    private static func path(before words: ArraySlice<Token>) -> String {
      var path = ""
      var rest = words
      while let token = rest.popLast() {
        switch token.kind {
        case .name(let name):
          path = name + path
          guard let before = rest.last?.kind, before == .symbol(".") || before == .symbol("?.")
          else { return path }
          rest = rest.dropLast()
          path = "." + path
        case .symbol("]"):
          guard case .int(let index)? = rest.popLast()?.kind, rest.popLast()?.kind == .symbol("[")
          else { return "" }
          path = "[\(index)]" + path
        default: return ""
        }
      }
      return path
    }

    private static func place(after words: ArraySlice<Token>) -> Place {
      guard let last = words.last else { return .statementStart }
      switch last.kind {
      case .symbol("."), .symbol("?."):
        return .member(of: path(before: words.dropLast()))
      case .symbol("["):
        let path = path(before: words.dropLast())
        return path.isEmpty ? .value : .element(of: path)
      case .symbol("|"): return .filter
      case .name(let word):
        if words.count == 1, Reserved.paths.contains(word) { return .path }
        if word == "decode" { return .model }
        if words.count == 1, word == "expect" { return .value }
        let isVerb = if case .name(let verb)? = words.first?.kind { verb } else { "" }
        return word == "until" && isVerb == "wait" || word == "when" && isVerb == "watch"
          ? .value : .nothing
      case .symbol(","), .symbol("<->"), .symbol("->"):
        if case .name(let verb)? = words.first?.kind, Reserved.verbs.contains(verb) { return .path }
        return .value
      case .symbol(")"), .symbol("]"), .symbol("}"), .int, .double, .string, .meta, .duration,
        .result:
        return .nothing
      default: return .value
      }
    }
  }
}

extension Symbols {
  fileprivate func candidates(in context: Completer.Context) -> [Symbol] {
    switch context.place {
    case .nothing: []
    case .value: variables + types
    case .statementStart: variables + Self.verbs + types
    case .path: variables
    case .member(let path): members[path] ?? []
    case .element(let path): elements[path] ?? variables
    case .argument(let word): toolWords[word] ?? Self.words(of: word)
    case .filter: Filters.names.map { Symbol(text: $0, kind: "show", detail: "") }
    case .model: models
    case .meta:
      MetaCommand.allCases.map {
        Symbol(text: ":\($0.rawValue)", kind: "tool", detail: $0.explanation)
      } + tools
    case .helpTopic:
      Self.verbs.map { Symbol(text: $0.text.trimmed, kind: $0.kind, detail: $0.detail) } + variables
    }
  }

  private static func words(of meta: String) -> [Symbol] {
    (MetaCommand(word: meta)?.words ?? []).map { Symbol(text: $0, kind: "word", detail: "") }
  }

  private static let verbs = [
    Symbol(text: "let ", kind: "decl", detail: "name a view-model or a value"),
    Symbol(text: "watch ", kind: "verb", detail: "show a value whenever it changes"),
    Symbol(text: "unwatch ", kind: "verb", detail: "stop watching"),
    Symbol(text: "bind ", kind: "verb", detail: "keep two members equal"),
    Symbol(text: "unbind ", kind: "verb", detail: "end a binding"),
    Symbol(text: "decode ", kind: "verb", detail: "a document as a model"),
    Symbol(text: "expect ", kind: "verb", detail: "stop a script unless it is so"),
    Symbol(text: "why ", kind: "verb", detail: "what a value follows from"),
    Symbol(text: "whatif ", kind: "verb", detail: "what would change"),
    Symbol(text: "undo", kind: "verb", detail: "take the last change back"),
    Symbol(text: "redo", kind: "verb", detail: "do again what was undone"),
    Symbol(text: "wait ", kind: "verb", detail: "for a time, or until something is so"),
    Symbol(text: "advance ", kind: "verb", detail: "move the manual clock"),
  ]
}
