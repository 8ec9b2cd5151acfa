import ViewModels

extension SourceText {
  /// The range of the statement at an offset: between the nearest separators on its line, without spaces at its ends.
  func statement(at offset: Int) -> Span {
    let line = line(at: offset)
    var lexer = Lexer(String(line.text), base: line.start)
    var (start, end) = (line.start, line.start + line.text.utf8.count)
    var last = start
    loop: while true {
      let token = lexer.next()
      switch token.kind {
      case .end, .invalid: break loop
      case .separator where token.span.start >= offset:
        end = last
        break loop
      case .separator: start = token.span.end
      default: last = token.span.end
      }
    }
    let blanks = slice(Span(start, end)).utf8.prefix { $0 == UInt8(ascii: " ") }.count
    return Span(start + blanks, end)
  }
}

extension Diagnostic {
  /// Returns the error with the intended statement, if the line is a command of another tool.
  ///
  /// For example, `set form.phone 186` is `form.phone = "186"` here.
  @MainActor
  func asSlip(in session: Session) -> Diagnostic {
    guard let span else { return self }
    let statement = session.evaluator.source.statement(at: span.start)
    let text = session.evaluator.source.slice(statement)
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    if let meant = asNearMiss(statement, in: session) ?? asQuoting(statement, in: session)
      ?? asSwiftHabit(statement, in: session)
    {
      return meant
    }
    if text.first == "@", let word = words.first {
      return Diagnostic(
        .unexpected, .notInLanguage(word),
        at: Span(statement.start, statement.start + word.utf8.count),
        help: .insteadOf("class"))
    }
    if String(text).hasApostrophe {
      guard !String(text).isSentence else { return asSentence(statement) }
      return Diagnostic(.unexpected, .isNoStatement, at: statement, help: .write(":help"))
    }
    guard words.count > 1, session.scope[words[0]] == nil else { return self }
    guard !Self.statementsOfSwift.contains(words[0]) else {
      let start = statement.start
      return Diagnostic(
        .unexpected, .notInLanguage(words[0]), at: Span(start, start + words[0].utf8.count),
        help: .insteadOf(words[0]))
    }
    guard let meant = Self.meant(words, in: session), Self.isFit(meant, in: session) else {
      if let word = session.host.words[words[0]] {
        // `:quit` is not suggested, so that accepting a suggestion never leaves the program.
        guard !word.isQuit else { return self }
        return Diagnostic(
          .unexpected, .wordOfTool(words[0]), at: statement, help: .wordsHaveColon,
          replacement: ":\(text)")
      }
      let verbs = Set(Verb.all.map(\.name)).union(["var"]).sorted()
      if !verbs.contains(words[0]), String(text).isSentence { return asSentence(statement) }
      guard !verbs.contains(words[0]), !isIncomplete,
        let verb = Suggestion.nearest(to: words[0], among: verbs),
        (try? Parser.parse(verb + text.dropFirst(words[0].count))) != nil
      else { return asUnknownWord(statement, words[0], in: session) ?? self }
      let start = statement.start
      return Diagnostic(
        .unexpected, .noName(words[0]), at: Span(start, start + words[0].utf8.count),
        help: .didYouMean([verb]), replacement: verb)
    }
    return Diagnostic(
      .unexpected, .notWrittenSo(words[0]), at: statement, help: .inSwift, replacement: meant)
  }

  /// Returns the error with a correction of a value; in an assignment, a read-only member is not suggested.
  @MainActor
  func asOfValue(in session: Session) -> Diagnostic {
    if let meant = asOpenText(in: session) ?? asCommand(in: session) { return meant }
    let source = session.evaluator.source
    guard code == .unknownMember, let replacement, let span,
      case .assignment(let target, _, _)? = try? Parser.parse(
        String(source.slice(source.statement(at: span.start)))
      ).first?.kind,
      case .member(let base, _, _, _) = target.kind,
      case .viewModel(let owner)? = try? session.evaluator.place(of: base),
      type(of: owner).schema[replacement]?.isSettable == false
    else { return self }
    let settable = type(of: owner).schema.members.filter(\.isSettable).map(\.name)
    return Diagnostic(
      code, message, at: span, help: settable.isEmpty ? nil : .itHas(settable))
  }

  /// Keywords that begin a statement or declaration in Swift, but not here.
  private static let statementsOfSwift: Set = [
    "for", "while", "repeat", "if", "guard", "switch", "func", "struct", "class", "enum",
    "protocol", "extension", "import", "return", "actor", "typealias", "final", "public", "private",
  ]

  @MainActor
  private static func meant(_ words: [String], in session: Session) -> String? {
    let rest = words[1].trimmed
    let verb = ForeignVerb.allCases.first { $0.words.contains(words[0]) }
    switch verb {
    case .set? where words.count == 3:
      guard let target = try? Parser.expression(rest) else { return nil }
      return "\(rest) = \(literal(words[2].trimmed, for: target, in: session))"
    // In a session with screens, `show` applies to a screen, which is shown and not read.
    case .get? where session.host.words[words[0]] != nil && session.isScreen(rest): return nil
    case .get? where words.count == 2:
      return (try? Parser.expression(rest))?.names.contains { session.scope[$0] != nil } == true
        ? rest : nil
    case .call? where words.count == 2:
      guard (try? Parser.expression(rest)) != nil else { return nil }
      return rest.hasSuffix(")") ? rest : "\(rest)()"
    case .create? where words.count == 2:
      let type = String(rest.prefix { $0.isLetter || $0.isNumber })
      guard session.catalog[type] != nil else { return nil }
      return "let \(type.prefix(1).lowercased())\(type.dropFirst()) = \(type)()"
    default: return nil
    }
  }

  /// Whether a word is a verb of another tool.
  static func isForeign(_ word: String) -> Bool {
    ForeignVerb.allCases.contains { $0.words.contains(word) }
  }

  /// The verbs of other tools.
  private enum ForeignVerb: CaseIterable {
    case set, get, call, create

    var words: [String] {
      switch self {
      case .set: ["set"]
      case .get: ["get", "show", "print", "read", "echo", "fetch"]
      case .call: ["call", "run", "execute", "fire", "invoke", "do"]
      case .create: ["new", "create", "make"]
      }
    }
  }

  /// Returns the value as a literal for the target: in quotes if the target is a text.
  @MainActor
  private static func literal(
    _ text: String, for target: Expression, in session: Session
  ) -> String {
    var value = text
    for sign in ["= ", "to "] where value.hasPrefix(sign) { value.removeFirst(sign.count) }
    let isQuoted = value.hasPrefix("\"")
    var wantsText = (try? Parser.expression(value)) == nil
    if let place = try? session.evaluator.place(of: target), case .member(_, let member) = place {
      wantsText = wantsText || member.type.present == .string
    }
    return wantsText && !isQuoted ? DynamicValue.string(value).literal : value
  }
}
