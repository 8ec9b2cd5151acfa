import ViewModels

/// The grammatical place of the cursor, derived from the words before it; it decides which candidates are possible.
struct CompletionPlace {
  enum Kind: Sendable, Hashable {
    case nothing, statementStart, filter, model, type
    /// A value; of this type, if the place expects a type.
    case value(ValueType?)
    /// An argument of a call: a label, or a value of this type.
    case argument(labels: [Parameter], ValueType?)
    /// A path that can be observed with `watch` or `why`, or bound from.
    case observable
    /// The target of a binding: a path of this type, other than the source.
    case target(ValueType?, except: String)
    case watched, bound
    case element(of: String)
    /// A continuation of the statement with this verb.
    case continuation(of: String)
    /// The word `via` after the target of a `bind`.
    case via
    /// The converter of a binding from the first type to the second.
    case converter(ValueType?, to: ValueType?, isTwoWay: Bool)
    case tool
    /// One of these words, which may follow the words before the cursor, with their meanings.
    case toolWord([String], [String: String])
    case setting
    case settingValue(of: String)
    case helpTopic
    /// A path after a tool command, or one of these words.
    case observed([String])
    /// The name of a file.
    case file
  }

  var kind: Kind
  /// The typed part of the name.
  var prefix = ""
  var start: Int
  /// The path before the last dot, if there is one.
  var base: String?
  /// The path that is being assigned to; it is not a candidate for its own value.
  var assigned = ""

  init(_ statement: TypedStatement, in symbols: Symbols) {
    kind = .nothing
    start = statement.cursor
    if let start = statement.stringStart { takeFile(statement, from: start) }
    guard statement.end == .code, !takeToolWord(statement, symbols) else { return }
    let path = TrailingPath(of: statement.words, cursor: statement.cursor)
    prefix = path.name
    start = path.start
    base = path.base
    kind = kind(after: path.head, symbols)
    if case .nothing = kind, path.base != nil { kind = .value(nil) }
    if kind != .type { takeGenericType(statement, symbols) }
  }

  /// Recognizes an open string as a file name, after `| … >`, `>>` or `from`.
  private mutating func takeFile(_ statement: TypedStatement, from start: Int) {
    let isFile =
      switch statement.words.last?.kind {
      case .symbol(">"): statement.words.contains { $0.kind == .symbol("|") }
      case .symbol(">>"), .name("from"): true
      default: false
      }
    guard isFile else { return }
    (kind, prefix, self.start) = (.file, statement.text(from: start), start)
  }

  /// Recognizes a generic type whose arguments are being typed: `Box<In`.
  private mutating func takeGenericType(_ statement: TypedStatement, _ symbols: Symbols) {
    let typed = statement.words.genericTypes.first { typed in
      symbols.types.contains { $0.text.lowercased().hasPrefix(typed.text.lowercased()) }
    }
    guard let typed else { return }
    (kind, prefix, start, base) = (.value(nil), typed.text, typed.start, nil)
  }

  /// Recognizes a tool command, or the colon that begins a tool command, and returns whether there is one.
  private mutating func takeToolWord(_ statement: TypedStatement, _ symbols: Symbols) -> Bool {
    guard let last = statement.words.last else { return false }
    if last.kind == .symbol(":"), statement.words.count == 1 {
      (kind, prefix, start) = (.tool, ":", statement.cursor - 1)
      return true
    }
    guard case .meta(let word, _) = last.kind else { return false }
    let argument = statement.argument(of: word, at: last.span)
    prefix = argument ?? ":\(word)"
    let parts = prefix.split(separator: " ", omittingEmptySubsequences: false)
    switch symbols.toolArguments[word] {
    case _ where argument == nil: kind = .tool
    case .topic?: takePath(.helpTopic)
    case .paths(let words)?: takePath(.observed(words))
    case .file(after: let words)?:
      guard words.isEmpty || parts.count > 1 else {
        kind = .toolWord(words, [:])
        break
      }
      kind = .file
      if !words.isEmpty { prefix = parts.dropFirst().joined(separator: " ") }
    case .setting? where parts.count > 1:
      kind = .settingValue(of: String(parts[0]))
      prefix = String(parts[1])
    case .setting?: kind = .setting
    case .text(let words)?: kind = .toolWord(words, symbols.toolTexts[word] ?? [:])
    case .nothing?, nil: kind = .nothing
    }
    start = statement.cursor - prefix.utf8.count
    return true
  }

  /// Reads the last of the paths after a tool command.
  private mutating func takePath(_ kind: Kind) {
    let path = prefix.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "," }.last ?? ""
    let name = path.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    self.kind = kind
    base = name.count < path.count ? String(path.dropLast(name.count + 1)) : nil
    prefix = String(name)
  }

  private mutating func kind(after head: TypedStatement.Words, _ symbols: Symbols) -> Kind {
    guard let last = head.last else { return .statementStart }
    switch last.kind {
    case .symbol(let symbol): return kind(after: symbol, head, symbols)
    case .name(let word): return kind(afterWord: word, head, symbols)
    case .separator, .end, .invalid: return .statementStart
    case .int, .double, .duration, .result, .string, .meta: return .nothing
    }
  }

  private func kind(
    afterWord word: String, _ head: TypedStatement.Words, _ symbols: Symbols
  ) -> Kind {
    let verb = head.firstName ?? ""
    if verb == "bind", let arrow = head.firstIndex(where: \.isArrow) {
      guard word == "via" else {
        return head.contains { $0.kind == .name("via") } ? .nothing : .via
      }
      return .converter(
        symbols.valueTypes[head[..<arrow].trailingPath],
        to: symbols.valueTypes[head[(arrow + 1)...].dropLast().trailingPath],
        isTwoWay: head[arrow].kind == .symbol("<->"))
    }
    if ["await", "try"].contains(word) { return .value(nil) }
    if let known = Verb.named(word), head.count == 1 || known.syntax == nil {
      return known.place ?? (known.continuations.isEmpty ? .nothing : .continuation(of: word))
    }
    guard let known = Verb.named(verb), !known.continuations.isEmpty else { return .nothing }
    // Continuations of several words that begin with this word, such as "as table", without that word.
    let others = known.continuations.map(\.text).filter { $0.hasPrefix("\(word) ") }
      .map { String($0.dropFirst(word.count + 1)) }.filter { !$0.isEmpty }
    if !others.isEmpty { return .toolWord(others, [:]) }
    let typed = known.continuations.first { $0.text.split(separator: " ").last ?? "" == word }
    guard let typed, typed.text.last == " " else { return .continuation(of: verb) }
    return typed.object ?? .nothing
  }

  private mutating func kind(
    after symbol: String, _ head: TypedStatement.Words, _ symbols: Symbols
  ) -> Kind {
    let before = head.dropLast()
    switch symbol {
    case "|": return .filter
    case "=", "+=", "-=", "*=", "/=", "%=":
      assigned = before.trailingPath
      return .value(Self.declaredType(before) ?? symbols.valueTypes[assigned])
    case "==", "!=", "<", ">", "<=", ">=": return .value(symbols.valueTypes[before.trailingPath])
    case "&&", "||", "!": return .value(.bool)
    case "->", "<->":
      let source = before.trailingPath
      return .target(symbols.valueTypes[source], except: source)
    case "(": return argument(head, symbols)
    case "[":
      let path = before.trailingPath
      return path.isEmpty ? .value(nil) : .element(of: path)
    case ",":
      if head.openBracket() != nil { return argument(head, symbols) }
      return head.firstName == "watch" ? .observable : .value(nil)
    case ":":
      if head.openBracket() != nil { return argument(head, symbols) }
      return ["let", "var"].contains(head.firstName) ? .type : .value(nil)
    case ")", "]", "}", "#", "&", "_": return .nothing
    default: return .value(nil)
    }
  }

  private func argument(_ head: TypedStatement.Words, _ symbols: Symbols) -> Kind {
    guard let open = OpenCall(around: head, in: symbols, isDirect: true) else { return .value(nil) }
    if open.label != nil {
      return .value(open.current.map { open.call.parameters[$0].type })
    }
    guard open.isFresh else { return .value(nil) }
    let unlabelled = open.possible.first { $0.label == nil }
    return .argument(labels: open.possible.filter { $0.label != nil }, unlabelled?.type)
  }

  /// The type in `let total: Int`.
  private static func declaredType(_ words: TypedStatement.Words) -> ValueType? {
    guard words.count == 4, ["let", "var"].contains(words.firstName),
      words.dropLast().endsIn(":"), case .name(let name)? = words.last?.kind
    else { return nil }
    return ValueType(named: name)
  }
}

extension Token {
  fileprivate var isArrow: Bool { kind == .symbol("->") || kind == .symbol("<->") }
}
